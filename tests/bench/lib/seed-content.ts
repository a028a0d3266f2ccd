import { createHash, randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Db } from '../../../modules/platform/index.ts'
import { blobPathOf, randomBlobKey } from '../../../modules/platform/server/blobs/paths.ts'
import { settle, withoutIndexes } from '../../support/seed.ts'
import { noiseBytes } from './http.ts'

/** Size of a large file: a sparse one with some bytes at its start. */
const largeBytes = 1 << 30
const smallBytes = 4_096
const filesPerFolder = 1_000
/** Most contents of small files; further files are copies, which share them. */
const maxSmallBlobs = 4_000

interface Content {
  sha256: Buffer
  crc32: number
}

const contentOf = (bytes: Buffer, size: number): Content => {
  const hash = createHash('sha256').update(bytes)
  let sum = crc32(bytes)
  const zeros = Buffer.alloc(noiseBytes.length)
  for (let left = size - bytes.length; left > 0; left -= zeros.length) {
    const piece = zeros.subarray(0, Math.min(left, zeros.length))
    hash.update(piece)
    sum = crc32(piece, sum)
  }
  return { sha256: hash.digest(), crc32: sum }
}

const writeSparse = (path: string, bytes: Buffer, size: number): void => {
  const file = openSync(path, 'w', 0o600)
  writeSync(file, bytes)
  ftruncateSync(file, size)
  closeSync(file)
}

/** Writes blobs with content below DATA_DIR/blobs, with their rows; returns their ids. */
const makeBlobs = async (db: Db, dataDir: string, count: number, size: number): Promise<string[]> => {
  const ids: string[] = []
  // Hashing a large one takes a second: they have the same bytes.
  const shared = size > smallBytes ? noiseBytes : null
  const sharedContent = shared && contentOf(shared, size)
  let prefix = ''
  while (ids.length < count) {
    const rows = Array.from({ length: Math.min(1_000, count - ids.length) }, (_, index) => {
      if (index % 64 === 0) prefix = randomBlobKey().slice(0, 4)
      const key = prefix + randomBlobKey().slice(4)
      const bytes = shared ?? randomBytes(size)
      const path = join(dataDir, 'blobs', blobPathOf(key))
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      if (shared) writeSparse(path, bytes, size)
      else writeFileSync(path, bytes, { mode: 0o600 })
      return { key, ...(sharedContent ?? contentOf(bytes, size)) }
    })
    const made = await db.query<{ id: string }>(
      `insert into blobs (key, size, sha256, crc32, media_type)
       select key, $4, sha256, crc32, 'application/octet-stream' from unnest($1::text[], $2::bytea[], $3::bigint[]) as b (key, sha256, crc32)
       returning id`,
      [rows.map(({ key }) => key), rows.map(({ sha256 }) => sha256), rows.map((row) => row.crc32), size],
    )
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

const fillFolders = `with folder as (
    insert into items (owner_id, creator_id, is_folder, name, kind, child_count)
    select $1, $1, true, $2 || ' ' || n, 'folder', $5::int from generate_series(1, $3::int) n
    returning id, split_part(name, ' ', 2)::int as number
  ), counted as (
    insert into usage (user_id, used_bytes, root_count) select $1, $3::bigint * $5 * $6, $3
    on conflict (user_id) do update set used_bytes = usage.used_bytes + excluded.used_bytes, root_count = usage.root_count + excluded.root_count
  ) insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id)
  select $1, $1, folder.id, false, 'file ' || n || '.bin', 'other', $6, ($4::uuid[])[((number - 1)::bigint * $5 + n - 1) % cardinality($4::uuid[]) + 1]
  from folder, generate_series(1, $5::int) n`

/** Fills the only account with `items` small files and folders, and with `gigabytes` of large sparse files, all with content. */
export const seedContent = async (db: Db, dataDir: string, items: number, gigabytes: number): Promise<void> => {
  const [user] = await db.query<{ id: string }>('select id from users order by created_at limit 1')
  const owner = (user as { id: string }).id
  const small = await makeBlobs(db, dataDir, Math.min(maxSmallBlobs, Math.ceil(items / 10)), smallBytes)
  const large = await makeBlobs(db, dataDir, Math.ceil((gigabytes * 1e9) / largeBytes), largeBytes)
  const folders = Math.floor((items - large.length - 1) / (filesPerFolder + 1))
  await withoutIndexes(db, async () => {
    await db.query(fillFolders, [owner, 'Folder', folders, small, filesPerFolder, smallBytes])
    await db.query(fillFolders, [owner, 'Large', 1, large, large.length, largeBytes])
  })
  await settle(db)
}
