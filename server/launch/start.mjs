// npm start: installs, builds, serves. Plain JavaScript that the system's Node 20 can run before anything is installed.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { continueAs, launch } from './replace.mjs'

launch(() => {
  ensureInstalled()
  ensureBuilt()
  continueAs(['server/main.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
