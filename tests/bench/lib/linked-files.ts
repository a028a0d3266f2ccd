import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { seedOneFolder, settle } from '../../support/seed.ts'
import { withDb } from './seed.ts'

export interface LinkedFolder {
  /** Id of the folder's item. */
  id: string
  /** The same files as a plain folder, for a peer. */
  path: string
  bytes: number
}

interface Made {
  key: string
  name: string
  size: number
  crc32: number
}

const blobPath = (dataDir: string, key: string) => {
  const folder = join(dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4))
  mkdirSync(folder, { recursive: true })
  return join(folder, key)
}

/**
 * Creates a folder of real files for the instance's only user, and hard links to the same files for a peer: both read the
 * same bytes from the same cache. With `distinct` false all files are links to one, so that gigabytes use no space.
 */
export const addLinkedFolder = (
  target: { dataDir: string; databaseUrl: string; scratch: string },
  name: string,
  sizes: readonly number[],
  { distinct }: { distinct: boolean },
): Promise<LinkedFolder> => {
  const path = join(target.scratch, name)
  mkdirSync(path)
  const noise = randomBytes(Math.max(...sizes))
  const checksums = new Map<number, number>()
  let first = ''
  const made = sizes.map((size, n): Made => {
    const key = randomBytes(16).toString('hex')
    const blob = blobPath(target.dataDir, key)
    if (distinct || first === '') writeFileSync(blob, noise.subarray(0, size))
    else linkSync(first, blob)
    first ||= blob
    linkSync(blob, join(path, `file ${n}.bin`))
    const crc = checksums.get(size) ?? crc32(noise.subarray(0, size))
    checksums.set(size, crc)
    return { key, name: `file ${n}.bin`, size, crc32: crc }
  })
  return withDb(target.databaseUrl, async (db) => {
    const [user] = await db.query<{ id: string }>('select id from users limit 1')
    const owner = (user as { id: string }).id
    const id = await seedOneFolder(db, owner, name)
    for (let at = 0; at < made.length; at += 5_000)
      await db.query(
        `with given as (
           select gen_random_uuid() as blob_id, w.* from jsonb_to_recordset($1::jsonb) as w (key text, name text, size bigint, crc32 bigint)
         ), bytes as (
           insert into blobs (id, key, size, sha256, crc32, media_type)
           select blob_id, key, size, sha256(key::bytea), crc32, 'application/octet-stream' from given
         ) insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id)
         select $2, $2, $3, false, name, 'other', size, blob_id from given`,
        [JSON.stringify(made.slice(at, at + 5_000)), owner, id],
      )
    await db.query('update items set child_count = $2 where id = $1', [id, made.length])
    await settle(db)
    return { id, path, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })
}
