import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The system account that runs PostgreSQL when the app runs as root, as which PostgreSQL does not start. */
export interface OsAccount {
  name: string
  uid: number
  gid: number
}

const isRoot = () => process.getuid?.() === 0

const accounts = (): OsAccount[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))

/** Undefined when the system has no account of this name. */
export const accountNamed = (name: string): OsAccount | undefined => accounts().find((account) => account.name === name)

/**
 * Null when the current user can run PostgreSQL. As root: the owner of an existing cluster (accounts may be added or
 * removed between two starts), else `postgres`, else the unprivileged system account.
 */
export const serverAccount = (cluster: string): OsAccount | null => {
  if (!isRoot()) return null
  const systemAccounts = accounts()
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0)
    return {
      name: systemAccounts.find(({ uid }) => uid === owner.uid)?.name ?? `uid ${owner.uid}`,
      uid: owner.uid,
      gid: owner.gid,
    }
  const [unprivileged] = ['postgres', 'nobody'].flatMap((name) => systemAccounts.filter((known) => known.name === name))
  if (!unprivileged)
    throw new Error('PostgreSQL cannot run as root and there is no account "postgres" or "nobody" to run it')
  return unprivileged
}

const hasAccess = (account: OsAccount, path: string, bits: number): boolean => {
  const { uid, gid, mode } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

/** Whether `account` can enter every folder above `path`, and read and execute (or search) `path` itself. */
export const canReach = (account: OsAccount, path: string): boolean => {
  if (!hasAccess(account, path, 0o5)) return false
  for (let folder = path; dirname(folder) !== folder; ) {
    folder = dirname(folder)
    if (!hasAccess(account, folder, 0o1)) return false
  }
  return true
}

/** Makes the account the owner of a folder tree, such as a restored data folder. Does not follow symlinks. */
export const chownTree = (account: OsAccount, path: string): void => {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.uid !== account.uid || stats.gid !== account.gid) lchownSync(path, account.uid, account.gid)
  if (stats.isDirectory()) for (const name of readdirSync(path)) chownTree(account, join(path, name))
}
