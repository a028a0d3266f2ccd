// npm start: installs, builds, serves. Plain JavaScript that the system's Node 20 can run before anything is installed.
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { buildId } from './build-id.mjs'
import { ensureBundled } from './bundle.mjs'
import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { memoryEnv, memoryFlags } from './memory.mjs'
import { isRelease, operatorCommand } from './paths.mjs'

launch(() => {
  if (!isRelease()) {
    ensureInstalled()
    ensureBuilt()
  }
  const bundle = ensureBundled()
  execWithProjectNode([...memoryFlags, join(bundle, 'main.mjs'), ...process.argv.slice(2)], {
    NODE_ENV: 'production',
    COFFER_BUILD: buildId(bundle),
    COFFER_COMMAND: operatorCommand(),
    ...memoryEnv,
  })
})
