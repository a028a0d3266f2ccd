// npm test: installs, finds a browser, builds, then runs the tests under the project's Node. `--part=unit`: a part; `--coverage`: with coverage.
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'

launch(() => {
  ensureInstalled()
  const args = process.argv.slice(2)
  const isUnit = args.includes('--part=unit')
  const chromium = isUnit ? undefined : ensureChromium()
  if (!isUnit) ensureBuilt()
  execWithProjectNode([`tests/support/${args.includes('--coverage') ? 'coverage' : 'run-tests'}.ts`, ...args], {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    NODE_ENV: 'production',
    // Without a language, Chromium cannot read the names of files that are not ASCII: it drops them from a folder.
    LC_ALL: 'C.UTF-8',
  })
})
