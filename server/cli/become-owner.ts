import { statSync } from 'node:fs'

/**
 * Continues as the account that owns `dataDir`, when root runs a command on the folder of another account. The service of
 * that account could not open files that root writes there (keys, files, the database).
 */
export const becomeOwner = (dataDir: string): void => {
  if (process.getuid?.() !== 0) return
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats || stats.uid === 0) return
  process.setgroups?.([stats.gid])
  process.setgid?.(stats.gid)
  process.setuid?.(stats.uid)
}
