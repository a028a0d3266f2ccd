// npm run dev: server code restarts the process, pages are replaced in the browser by Vite.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { execWithProjectNode, launch } from './exec-with-project-node.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './paths.mjs'

launch(() => {
  ensureInstalled()
  const serverFolders = readdirSync(join(root, 'modules')).map((name) => join('modules', name, 'server'))
  const watched = ['server', 'migrations', ...serverFolders].filter((folder) => existsSync(join(root, folder)))
  // Plain --watch would loop: Vite writes a copy of its configuration, which Node takes for a change.
  const flags = [...watched.map((folder) => `--watch-path=${folder}`), '--watch-preserve-output']
  execWithProjectNode([...flags, 'server/main.ts', ...process.argv.slice(2)], { NODE_ENV: 'development' })
})
