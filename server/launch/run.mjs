// node server/launch/run.mjs <script.ts> …: installs where necessary, then runs a script under the project's Node.

import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { memoryEnv, memoryFlags } from './memory.mjs'
import { isRelease } from './paths.mjs'

launch(() => {
  if (!isRelease()) ensureInstalled()
  const args = process.argv.slice(2)
  const env = { NODE_ENV: process.env.NODE_ENV ?? 'production' }
  // Commands run beside the server, and jobs among them for minutes.
  if (args[0] === 'server/cli.ts') execWithProjectNode([...memoryFlags, ...args], { ...env, ...memoryEnv })
  else execWithProjectNode(args, env)
})
