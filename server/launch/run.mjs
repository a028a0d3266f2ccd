// node server/launch/run.mjs <script.ts> …: installs where necessary, then runs a script under the project's Node.

import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { isRelease } from './paths.mjs'

launch(() => {
  if (!isRelease()) ensureInstalled()
  execWithProjectNode(process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV ?? 'production' })
})
