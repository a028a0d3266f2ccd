// npm start: installs, builds, serves. Plain JavaScript that the system's Node 20 can run before anything is installed.
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { buildId } from './build-id.mjs'
import { ensureBundled } from './bundle.mjs'
import { compileCacheOf } from './compile-cache.mjs'
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
  const { NODE_COMPILE_CACHE: cache } = process.env
  execWithProjectNode([...memoryFlags, join(bundle, 'main.mjs'), ...process.argv.slice(2)], {
    NODE_ENV: 'production',
    COFFER_BUILD: buildId(bundle),
    COFFER_COMMAND: operatorCommand(),
    // That of the unit is the same for all versions; another one is emptied with each bundle.
    ...(cache ? { NODE_COMPILE_CACHE: compileCacheOf(bundle, cache) } : {}),
    ...memoryEnv,
  })
})
