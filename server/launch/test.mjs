// npm test: installs, finds a browser, builds, then runs the tests under the project's Node. `--part=unit`: a part; `--coverage`: with coverage.
import { ensureBuilt } from './build.mjs'
import { ensureBundled } from './bundle.mjs'
import { ensureChromium } from './chromium.mjs'
import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'

launch(() => {
  ensureInstalled()
  const args = process.argv.slice(2)
  const isUnit = args.includes('--part=unit')
  const chromium = isUnit ? undefined : ensureChromium()
  ensureBundled()
  if (!isUnit) ensureBuilt()
  execWithProjectNode([`tests/support/${args.includes('--coverage') ? 'coverage' : 'run-tests'}.ts`, ...args], {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    NODE_ENV: 'production',
    // Without a UTF-8 locale, Chromium omits files with non-ASCII names from a dropped folder.
    LC_ALL: 'C.UTF-8',
  })
})
