import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
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

/** Server code is never part of the bundles, which the boundary check enforces, nor are tests and documents. */
const isInput = (path) => !/^modules\/[^/]+\/server(\/|$)|\.test\.tsx?$|\.md$/.test(path)

const filesUnder = (path) => {
  if (!isInput(path)) return []
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [{ path, found }]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

const digest = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

const lock = join(root, 'node_modules', '.coffer-build')

/** Builds browser and server bundles when an input has changed; takes about 10 ms when none has. Throws with Vite's output. */
export const ensureBuilt = () => {
  const files = inputs.flatMap(filesUnder)
  const fingerprint = digest(files.flatMap(({ path, found }) => [path, `${found.size} ${found.mtimeMs}`]))
  if (readStamp().fingerprint === fingerprint) return
  withLock(lock, 'build', () => {
    const stamp = readStamp()
    // Another process built while this one waited.
    if (stamp.fingerprint === fingerprint) return
    const content = digest(files.flatMap(({ path }) => [path, readFileSync(join(root, path))]))
    if (stamp.content !== content) build()
    writeFileSync(stampFile, JSON.stringify({ fingerprint, content }))
  })
}

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
