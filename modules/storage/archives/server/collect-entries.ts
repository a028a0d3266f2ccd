import type { Tx } from '../../../platform/index.ts'
import type { Scope, SelectedItems } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import type { ArchiveLayout } from './archive-layout.ts'
import { ArchiveLayoutBuilder } from './archive-layout-builder.ts'
import { FolderNames, portableName } from './entry-names.ts'
import { maxPathBytes } from './format.ts'

interface Row {
  /** Number of the parent folder within the archive; 0 for selected items. */
  folder: number
  /** Number of the folder itself; null for a file. */
  number: number | null
  name: string
  size: number
  crc32: number
  key: string | null
  is_damaged: boolean
  modified: number
}

/** Rows per database round trip, which limits the rows in memory. */
const rowsPerFetch = 2_000

/**
 * Active items below the selected ones: the entries of a folder together, a folder before its content, in an order that
 * depends on the entries only. Files come in index order and their blobs are looked up one by one, so that the first rows
 * arrive before the last are read: no long list is sorted. $1 owner, then the values of the selection.
 */
export const entriesSql = (selected: Pick<SelectedItems, 'condition'>): string => {
  const modified = 'coalesce(i.modified_at, i.created_at)'
  return `with recursive selected as materialized (
      select i.id, i.is_folder, i.name, i.blob_id, ${modified} as modified from items i
      where i.owner_id = $1 and i.trashed_at is null and ${selected.condition('i', 2)}
    ), folders as (
      select id, null::uuid as parent_id, name, modified, (name || '/') collate "C" as path from selected where is_folder
      union all
      select i.id, i.parent_id, i.name, ${modified}, (f.path || i.name || '/') collate "C" from folders f
      join items i on i.parent_id = f.id and i.is_folder and i.trashed_at is null and i.owner_id = $1
    ), placed as materialized (
      select id, parent_id, name, modified, row_number() over (order by path, id)::int as number from folders
    ), heads as materialized (
      select coalesce(p.number, 0) as folder, f.number, f.name, null::uuid as blob_id, f.modified
      from placed f left join placed p on p.id = f.parent_id
      union all select 0, null, name, blob_id, modified from selected where not is_folder
    )
    select e.folder, e.number, e.name, coalesce(b.size, 0) as size, coalesce(b.crc32, 0) as crc32, b.key,
      coalesce(b.is_damaged, false) as is_damaged,
      floor(extract(epoch from e.modified))::bigint as modified
    from (
      (select * from heads order by folder, number nulls last, name collate "C", blob_id)
      union all
      (select f.number, null, i.* from (select id, number from placed order by number offset 0) f
        cross join lateral (
          select i.name, i.blob_id, ${modified} as modified from items i
          where i.parent_id = f.id and not i.is_folder and i.trashed_at is null and i.owner_id = $1
          order by i.is_folder, i.name, i.id offset 0
        ) i order by f.number)
      order by 1
    ) e left join lateral (select size, crc32, key, damaged_at is not null as is_damaged from blobs where id = e.blob_id offset 0) b on true`
}

/** Builds the paths of the archive from the rows, safe for every system and unique. */
class Paths {
  private readonly prefixes = new Map<number, string>([[0, '']])
  private folder = -1
  private prefix = ''
  private names = new FolderNames()

  pathOf({ folder, number, name }: Row): Buffer {
    if (folder !== this.folder) {
      this.folder = folder
      this.prefix = this.prefixes.get(folder) ?? ''
      this.prefixes.delete(folder)
      this.names = new FolderNames()
    }
    const path = this.prefix + this.names.take(portableName(name)) + (number === null ? '' : '/')
    if (number !== null) this.prefixes.set(number, path)
    const bytes = Buffer.from(path)
    if (bytes.length > maxPathBytes) throw storageErrors.fail('zip-path-too-long')
    return bytes
  }
}

/**
 * Lays out the archive of the selected items in their current state. 500 when a file is damaged. `spill`: folder for pages
 * of very large layouts.
 */
export const buildLayout = async (
  tx: Tx,
  scope: Scope,
  selected: SelectedItems,
  spill: string,
): Promise<ArchiveLayout> => {
  const builder = new ArchiveLayoutBuilder(spill)
  const paths = new Paths()
  try {
    await tx.query('set local cursor_tuple_fraction = 1; set local jit = off')
    await tx.query(`declare zip_entries no scroll cursor for ${entriesSql(selected)}`, [
      scope.ownerId,
      ...selected.values,
    ])
    const fetchRows = () => {
      const rows = tx.query<Row>(`fetch ${rowsPerFetch} from zip_entries`)
      // The error is thrown where the rows are awaited; they are not awaited when an earlier row failed.
      rows.catch(() => undefined)
      return rows
    }
    for (let next = fetchRows(); ; ) {
      const rows = await next
      if (rows.length === rowsPerFetch) next = fetchRows()
      // Meanwhile, the database prepares the next rows.
      for (const row of rows) {
        if (row.is_damaged) throw storageErrors.fail('integrity')
        builder.add({ path: paths.pathOf(row), size: row.size, crc32: row.crc32, modifiedAt: row.modified }, row.key)
      }
      if (rows.length < rowsPerFetch) return builder.finish()
    }
  } catch (error) {
    builder.discard()
    throw error
  }
}
