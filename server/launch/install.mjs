import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLaunchLock } from './lock.mjs'
import { isRelease, pathWithoutProject, root } from './paths.mjs'
import { readableByAll } from './umask.mjs'

const lockFile = join(root, 'package-lock.json')
const installedList = join(root, 'node_modules', '.package-lock.json')
/** Outside of `node_modules`, which npm deletes. */
const installLock = join(root, '.coffer-install')
const stamp = join(root, 'node_modules', '.coffer-lock-hash')

const readOr = (file, fallback) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}

/** Whether npm's list of installed packages matches the lock file, and each package's folder exists. */
const isInstalled = (lock) => {
  const installed = JSON.parse(readOr(installedList, '{}')).packages ?? {}
  const exists = (path) => existsSync(join(root, path, 'package.json'))
  return Object.entries(JSON.parse(lock).packages).every(([path, { version, optional, peer }]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === version && exists(path) : optional || peer
  })
}

const install = () => {
  console.error('Installing packages …')
  // An interrupted installation must not look complete.
  for (const file of [stamp, installedList]) rmSync(file, { force: true })
  // Explicit, because with NODE_ENV=production npm would omit the packages of the build.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutProject(), npm_config_loglevel: 'error' },
  })
  if (status !== 0) throw new Error(`Installing failed${error ? `: ${error.message}` : ''}.`)
}

const readLock = () => {
  const lock = readFileSync(lockFile, 'utf8')
  return { lock, hash: createHash('sha256').update(lock).digest('hex') }
}

/**
 * Installs missing or outdated packages of the lock file, one process at a time: another process waits, and then no package
 * is missing. Takes a few milliseconds when nothing is missing. Throws when npm fails.
 */
export const ensureInstalled = () => {
  const { lock, hash } = readLock()
  if (readOr(stamp, '') === hash) return
  readableByAll(() => {
    if (!isInstalled(lock))
      withLaunchLock(installLock, 'installation', () => {
        if (!isInstalled(lock)) install()
      })
    try {
      writeFileSync(stamp, hash)
    } catch {
      // The checkout is not writable: the slower comparison runs at each start.
    }
  })
}

/**
 * Throws where packages are missing or outdated: a command beside the running service must not replace those that the service
 * has not loaded yet.
 */
export const requireInstalled = () => {
  if (isRelease()) return
  const { lock, hash } = readLock()
  if (readOr(stamp, '') !== hash && !isInstalled(lock))
    throw new Error(
      'the code was changed since the service started, and needs other packages: systemctl restart coffer',
    )
}
