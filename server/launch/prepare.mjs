// Installs and builds a checkout where necessary, before the service starts (server/cli/service-files.ts).
import { ensureBuilt } from './build.mjs'
import { ensureBundled } from './bundle.mjs'
import { launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'

launch(() => {
  ensureInstalled()
  ensureBuilt()
  ensureBundled()
})
