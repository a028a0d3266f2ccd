import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { pathWithoutProject, root } from './paths.mjs'

const lockFile = join(root, 'package-lock.json')
const installedList = join(root, 'node_modules', '.package-lock.json')
/** Beside `node_modules`, which npm deletes. */
const installLock = join(root, '.coffer-install')
const stamp = join(root, 'node_modules', '.coffer-lock-hash')

const readOr = (file, fallback) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}

/** Whether npm's own list of what it installed agrees with the lock file, and each package is there. */
const installedByHand = (lock) => {
  const installed = JSON.parse(readOr(installedList, '{}')).packages ?? {}
  const there = (path) => existsSync(join(root, path, 'package.json'))
  return Object.entries(JSON.parse(lock).packages).every(([path, { version, optional, peer }]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === version && there(path) : optional || peer
  })
}

const install = () => {
  console.error('Installing packages …')
  // Should it be interrupted, nothing may say that it was finished.
  for (const file of [stamp, installedList]) rmSync(file, { force: true })
  // Named, because NODE_ENV=production in the caller's environment would leave out what the build needs.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutProject(), npm_config_loglevel: 'error' },
  })
  if (status !== 0) throw new Error(`Installing failed${error ? `: ${error.message}` : ''}.`)
}

/**
 * Installs what the lock file names where it is missing or out of date, one process at a time: a second one waits and
 * finds nothing to do. A few milliseconds when nothing is to do. Throws when npm fails.
 */
export const ensureInstalled = () => {
  const lock = readFileSync(lockFile, 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (readOr(stamp, '') === hash) return
  if (!installedByHand(lock))
    withLock(installLock, 'installation', () => {
      if (!installedByHand(lock)) install()
    })
  try {
    writeFileSync(stamp, hash)
  } catch {
    // A checkout owned by somebody else: the longer comparison runs each time.
  }
}
