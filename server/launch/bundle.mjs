import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFresh, readStamp } from './fresh.mjs'
import { compileCache, isRelease, nodeBinary, root } from './paths.mjs'

const bundles = join(root, 'dist', 'app')
const stampFile = join(bundles, '.inputs.json')
const inputs = ['modules', 'server', 'package-lock.json']
const isInput = (path) => !/\.test\.ts$|\.tsx$|\/tests(\/|$)|\.(md|css)$/.test(path)

/** Number of bundles that are kept, the newest ones: a running server may load parts of an earlier bundle later. */
const keptBundles = 3

const folderOf = (content) => join(bundles, content.slice(0, 12))

const removeOld = () => {
  const builtAt = (name) => statSync(join(bundles, name)).mtimeMs
  const folders = readdirSync(bundles).filter((name) => !name.startsWith('.'))
  for (const name of folders.sort((a, b) => builtAt(b) - builtAt(a)).slice(keptBundles))
    rmSync(join(bundles, name), { recursive: true, force: true })
}

const build = (content) => {
  mkdirSync(bundles, { recursive: true })
  const script = join(root, 'server', 'launch', 'bundle-server.mjs')
  const { status, stderr } = spawnSync(nodeBinary(), [script, folderOf(content)], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Bundling the server failed.\n${stderr}`)
  removeOld()
  // Else compiled code of every former bundle would stay.
  rmSync(compileCache, { recursive: true, force: true })
}

/**
 * Bundles the server's code when it has changed: a process loads a dozen files instead of two thousand. Returns the folder
 * with `main.mjs` (the server) and `cli.mjs`.
 */
export const ensureBundled = () =>
  folderOf(
    isRelease() ? readStamp(stampFile).content : ensureFresh({ name: 'bundle', stampFile, inputs, isInput, build }),
  )
