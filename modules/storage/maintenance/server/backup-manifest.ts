import type { DatabaseDump, FileDigest } from '../../../platform/index.ts'

/** Session lock of a running backup. The garbage collector unlinks no blob meanwhile. */
export const backupLock = 'storage.backup'

export interface BackupManifest extends DatabaseDump {
  format: 'coffer-1'
  created_at: string
  /** Missing in backups of early versions. */
  installation_id?: string
  /** Names of the variables that the instance had. Missing in backups of early versions. */
  variables?: string[]
  /** List of the blobs: `key size sha256` per line, separated by tabs. */
  blobs: FileDigest & { count: number; total_bytes: number }
  /** The key from which all others are derived; without it stored secrets and links are lost. */
  app_key: FileDigest
  /** Blobs that were missing or damaged in the store. */
  damaged: string[]
}

export interface BlobLine {
  key: string
  size: number
  sha256: string
}

export const blobsQuery = `(select key, size, encode(sha256, 'hex') from blobs order by key)`

export const parseBlobLine = (line: string): BlobLine => {
  const [key = '', size, sha256 = ''] = line.split('\t')
  return { key, size: Number(size), sha256 }
}
