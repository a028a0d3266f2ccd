import { BackupError } from './backup-store.ts'

/**
 * Resolves with null when the file or folder at `path` does not exist. Any other read error becomes a `BackupError` with
 * this cause: it says nothing about the backup.
 */
export const nullIfMissing = <T>(path: string, reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new BackupError(`${path} cannot be read (${error.code ?? error.message})`, { cause: error })
  })
