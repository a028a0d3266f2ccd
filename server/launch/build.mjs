import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFresh } from './fresh.mjs'
import { nodeBinary, root } from './paths.mjs'

const stampFile = join(root, 'dist', '.inputs.json')
const inputs = [
  'modules',
  'pages',
  'renderer',
  'locales',
  'server/launch',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** Server code is never part of these bundles, which the boundary check enforces, nor are tests and documents. */
const isInput = (path) => !/^modules\/[^/]+\/server(\/|$)|\.test\.tsx?$|\.md$/.test(path)

const build = () => {
  console.error('Building …')
  rmSync(stampFile, { force: true })
  const { status, stdout, stderr } = spawnSync(
    nodeBinary(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error(`The build failed.\n${stdout}\n${stderr}`)
}

/** Builds the pages, for the browser and for rendering on the server, when an input has changed. Throws with Vite's output. */
export const ensureBuilt = () => {
  ensureFresh({ name: 'build', stampFile, inputs, isInput, build })
}
