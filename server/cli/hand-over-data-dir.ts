import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, findDataDirOwner } from '../../modules/platform/index.ts'
import { chownTree, findForeignServer, findServer, type OsAccount } from '../../modules/platform/postgres.ts'

/** Whether a tree has a file or folder of another account. */
const hasForeign = (path: string, account: OsAccount): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink()) return false
  if (stats.uid !== account.uid || stats.gid !== account.gid) return true
  return stats.isDirectory() && readdirSync(path).some((name) => hasForeign(join(path, name), account))
}

/** Whether a process belongs to the account; false when /proc does not show the process. */
const isOf = (pid: number, { uid }: OsAccount): boolean =>
  statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid

/**
 * Gives a DATA_DIR that root has restored or set up to the account of the service, which could not open it. Does nothing
 * while a server of that account runs on it. Throws `ConfigError` while a server of another account does.
 */
export const handOverDataDir = async (dataDir: string, account: OsAccount): Promise<void> => {
  if (!statSync(dataDir, { throwIfNoEntry: false })) return
  const folder = realpathSync(dataDir)
  const owner = await findDataDirOwner(folder)
  if (owner && !owner.isForeign && isOf(owner.pid, account)) return
  if (!hasForeign(folder, account)) return
  const data = join(folder, 'postgres', 'data')
  const database = findServer(data) ?? (await findForeignServer(data))
  const running = owner ? `another Coffer (process ${owner.pid})` : database && `PostgreSQL (process ${database.pid})`
  if (running) throw new ConfigError(`${dataDir} is in use by ${running}: stop it first`)
  chownTree(account, folder)
}
