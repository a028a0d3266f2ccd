// npm run cli -- <command> …: installs and bundles where necessary, then runs the command under the project's Node.
import { join } from 'node:path'
import { buildId } from './build-id.mjs'
import { ensureBundled } from './bundle.mjs'
import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { memoryEnv, memoryFlags } from './memory.mjs'
import { isRelease, operatorCommand } from './paths.mjs'

launch(() => {
  if (!isRelease()) ensureInstalled()
  // Commands run beside the server, and jobs among them for minutes.
  const bundle = ensureBundled()
  execWithProjectNode([...memoryFlags, join(bundle, 'cli.mjs'), ...process.argv.slice(2)], {
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    COFFER_BUILD: buildId(bundle),
    COFFER_COMMAND: operatorCommand(),
    // Names of files count from the folder of the terminal; npm sets it too.
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    ...memoryEnv,
  })
})
