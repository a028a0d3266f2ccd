// node server/launch/run.mjs <script.ts> …: installs where necessary, then runs a script under the project's Node.
import { ensureInstalled } from './install.mjs'
import { continueAs, launch } from './replace.mjs'

launch(() => {
  ensureInstalled()
  continueAs(process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV ?? 'production' })
})
