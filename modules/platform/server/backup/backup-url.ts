import { resolve } from 'node:path'
import { parseS3Url, type S3Location } from '../blobs/s3/s3-url.ts'

/** A folder in a bucket; `prefix` is empty or ends with a slash. */
export interface BackupLocation {
  location: S3Location
  prefix: string
}

const folderPattern = /^[\w.-]{1,100}(\/[\w.-]{1,100}){0,4}$/

/** Parses `s3://KEY:SECRET@host/bucket[/folder]?…`, with the parameters of `BLOB_URL`. Null for any other text. */
export const parseBackupUrl = (value: string): BackupLocation | null => {
  const [, origin = '', folder, query = ''] = /^(s3:\/\/[^/?#]+\/[^/?#]+)(?:\/([^?#]*))?(\?.*)?$/.exec(value) ?? []
  const location = parseS3Url(origin + query)
  if (!location) return null
  const path = (folder ?? '').replace(/\/$/, '')
  if (path === '') return { location, prefix: '' }
  const isClean = folderPattern.test(path) && !path.split('/').some((part) => /^\.+$/.test(part))
  return isClean ? { location, prefix: `${path}/` } : null
}

/** Name of a location for people, without secrets. */
export const locationName = ({ location: { endpoint, bucket }, prefix }: BackupLocation): string =>
  `s3://${new URL(endpoint).host}/${bucket}/${prefix}`.replace(/\/$/, '')

/** Whether a target of backups is an object store, not a folder. */
export const isObjectStore = (target: string): boolean => target.startsWith('s3://')

/** Name of a backup target for people, as its store has it, without secrets. */
export const backupTargetName = (target: string): string => {
  const location = parseBackupUrl(target)
  if (location) return locationName(location)
  return isObjectStore(target) ? 's3://' : resolve(target)
}
