// npm test: installs, finds a browser, builds, then runs the tests under the project's Node.
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { continueAs, launch } from './replace.mjs'

launch(() => {
  ensureInstalled()
  const chromium = ensureChromium()
  ensureBuilt()
  continueAs(['tests/support/run-tests.ts', ...process.argv.slice(2)], {
    CHROMIUM_PATH: chromium,
    NODE_ENV: 'production',
    // Without a language, Chromium cannot read the names of files that are not ASCII: it drops them from a folder.
    LC_ALL: 'C.UTF-8',
  })
})
