import type { BlobStore, Db } from '../../../platform/index.ts'
import type { ExportedItem } from '../../../users/index.ts'
import { FolderNames, portableName } from './entry-names.ts'
import { openExportedContent, type StoredContent } from './export-content.ts'

interface Row {
  id: string
  name: string
  is_folder: boolean
  key: string | null
  size: number
  sha256: Buffer | null
  is_damaged: boolean
  color: string | null
  emoji: unknown
  created_at: Date
  modified_at: Date
  trashed_at: Date | null
}

const pageSize = 500

const columns = `i.id, i.name, i.is_folder, b.key, coalesce(b.size, 0) as size, b.sha256,
  b.damaged_at is not null as is_damaged, i.color, i.emoji, i.created_at,
  coalesce(i.modified_at, i.updated_at) as modified_at, i.trashed_at`

/** Children of a folder, in the order of an index: a long list is never sorted. $1 owner, $2 folder, then the last row. */
const childrenSql = ({ atRoot, continued }: { atRoot: boolean; continued: boolean }) => `select ${columns}
  from items i left join blobs b on b.id = i.blob_id
  where i.owner_id = $1 and i.trashed_at is null and ${atRoot ? 'i.parent_id is null and $2::uuid is null' : 'i.parent_id = $2::uuid'}
    ${continued ? 'and (i.is_folder, i.name, i.id) > ($3::boolean, $4::text, $5::uuid)' : ''}
  order by i.is_folder, i.name, i.id limit ${pageSize}`

const trashSql = (continued: boolean) => `select ${columns} from items i left join blobs b on b.id = i.blob_id
  where i.owner_id = $1 and i.trashed_at is not null and i.merged_by is null ${continued ? 'and i.id > $2::uuid' : ''}
  order by i.id limit ${pageSize}`

interface VersionRow extends Row {
  item_id: string
  stored_at: Date
  replaced_at: Date
}

/** $1 owner, $2 the last version. */
const versionsSql = (
  continued: boolean,
) => `select v.id, v.item_id, i.name, false as is_folder, b.key, v.size, b.sha256,
    b.damaged_at is not null as is_damaged,
    v.stored_at, v.replaced_at, coalesce(v.modified_at, v.stored_at) as modified_at
  from item_versions v join items i on i.id = v.item_id left join blobs b on b.id = v.blob_id
  where v.owner_id = $1 ${continued ? 'and v.id > $2::uuid' : ''} order by v.id limit ${pageSize}`

type Page = (last: Row | undefined) => Promise<Row[]>

async function* rowsOf(page: Page): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await page(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

const itemContentSql = `select b.key, b.size, b.damaged_at is not null as is_damaged
  from items i join blobs b on b.id = i.blob_id where i.id = $1`
const versionContentSql = `select b.key, v.size, b.damaged_at is not null as is_damaged
  from item_versions v join blobs b on b.id = v.blob_id where v.id = $1`

const missingName = (name: string) => `${name}.MISSING.txt`

/** `2026-11-24T10:00:00.000Z` → `2026-11-24 10-00-00`: every system can unpack it. */
const timeInName = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')

/**
 * Everything an account owns, in its folder structure: `files/` and `trash/`; earlier versions in `versions/`, by the id of
 * their file. Folders come before their content. Reads a page of rows at a time, so that neither memory nor a transaction
 * grows with the account; what changes meanwhile may be missing.
 */
export async function* exportItems(db: Db, blobs: BlobStore, ownerId: string): AsyncGenerator<ExportedItem> {
  const children =
    (folder: string | null): Page =>
    (last) =>
      db.query<Row>(childrenSql({ atRoot: folder === null, continued: last !== undefined }), [
        ownerId,
        folder,
        ...(last ? [last.is_folder, last.name, last.id] : []),
      ])
  const trash: Page = (last) => db.query<Row>(trashSql(last !== undefined), [ownerId, ...(last ? [last.id] : [])])

  const open = (row: Row, contentSql: string, missingPath: () => string) => () =>
    openExportedContent(
      blobs,
      { key: row.key ?? '', size: row.size, is_damaged: row.is_damaged },
      async () => (await db.query<StoredContent>(contentSql, [row.id]))[0] ?? null,
      missingPath,
    )

  async function* level(page: Page, prefix: string): AsyncGenerator<ExportedItem> {
    const names = new FolderNames()
    for await (const row of rowsOf(page)) {
      const path = prefix + names.take(portableName(row.name)) + (row.is_folder ? '/' : '')
      const { id, name, size, sha256, color, emoji, created_at, trashed_at } = row
      yield {
        path,
        modifiedAt: row.modified_at,
        details: {
          id,
          path,
          name,
          color,
          emoji,
          created_at,
          modified_at: row.modified_at,
          deleted_at: trashed_at,
          ...(row.is_folder ? {} : { size, sha256: sha256?.toString('hex') ?? null }),
        },
        open: row.is_folder
          ? null
          : open(row, itemContentSql, () => prefix + names.take(missingName(portableName(row.name)))),
      }
      if (row.is_folder) yield* level(children(row.id), path)
    }
  }
  yield* level(children(null), 'files/')
  yield* level(trash, 'trash/')
  const versions: Page = (last) =>
    db.query<VersionRow>(versionsSql(last !== undefined), [ownerId, ...(last ? [last.id] : [])])
  for await (const row of rowsOf(versions) as AsyncGenerator<VersionRow>) {
    const { id, item_id, name, size, sha256, stored_at, replaced_at, modified_at } = row
    // The id keeps two versions of one second apart.
    const path = `versions/${item_id}/${timeInName(stored_at)} ${id.slice(0, 8)} ${portableName(name)}`
    yield {
      path,
      modifiedAt: modified_at,
      details: {
        id,
        path,
        name,
        version_of: item_id,
        stored_at,
        replaced_at,
        modified_at,
        size,
        sha256: sha256?.toString('hex') ?? null,
      },
      open: open(row, versionContentSql, () => missingName(path)),
    }
  }
}
