import { type Db, perPageOf, type Sql } from '../../../../platform/index.ts'
import type { FolderQuery, Item, Listing } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { type ItemPresentation, presentItem } from '../item.resource.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { ItemAnnotations } from '../item-annotations.ts'
import type { Scope } from '../scope.ts'
import { ancestorsOf } from './ancestors.ts'
import { type ListCursor, readListCursor } from './cursor.ts'
import { paginateOf, type SortedPage, type SortedRow, startOfListPage } from './paginate.ts'
import { type ListOrder, sortColumns } from './sorting.ts'

/** Maximum length of the list. */
const maxRecentFiles = 1_000
/** Number of times that files in trashed folders are excluded and the list is filled up again. */
const maxRefills = 4
const newestFirst: ListOrder = { sort: 'created_at', direction: 'DESC' }
const { key, bind } = sortColumns.created_at

/** $1 owner, $2 excluded folders; with `older` only files older than the row with key $3 and id $4. */
export const recentFilesSql = ({
  older,
}: {
  older: boolean
}): string => `select i.id, i.parent_id, false as is_folder, ${key} as sort_key
  from items i where i.owner_id = $1 and not i.is_folder and i.trashed_at is null
    and (i.parent_id is null or i.parent_id <> all($2::uuid[]))
    ${older ? `and (i.created_at, i.id) < (${bind('$3')}, $4::uuid)` : ''}
  order by i.created_at desc, i.id desc limit ${maxRecentFiles}`

/** Folders among `ids` that are in the trash or below a trashed folder; `start`: the id. */
export const foldersInTrash = (sql: Sql, ids: readonly string[]): Promise<{ start: string }[]> =>
  sql.query(trashedFoldersSql, [ids], 'storage.latest.trashed')

const trashedFoldersSql = `with recursive up as (
    select id as start, id, parent_id, trashed_at from items where id = any($1::uuid[])
    union all
    select up.start, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id where up.trashed_at is null
  ) select distinct start from up where trashed_at is not null`

/** Above this many folders in the trash, the lists of files of all folders may miss some. */
const maxTrashedFolders = 100_000

/** Folders in the trash and their descendant folders. */
export const trashedFolders = async (sql: Sql, ownerId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `with recursive down as (
       select id from items where owner_id = $1 and trashed_at is not null and merged_by is null and is_folder
       union all
       select c.id from down join items c on c.parent_id = down.id and c.is_folder and c.trashed_at is null
     ) select id from down limit ${maxTrashedFolders}`,
    [ownerId],
    'storage.trashed-folders',
  )
  return rows.map(({ id }) => id)
}

interface Candidate extends SortedRow {
  parent_id: string | null
}

/** These items, in this order, each with its folder. */
export const itemsWithParents = async (
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
  presentation: ItemPresentation = {},
): Promise<Item[]> => {
  const rows = await sql.query<ItemRow & { parent_name: string | null }>(
    `select ${itemColumns}, (select p.name from items p where p.id = i.parent_id) as parent_name
     from unnest($1::uuid[]) with ordinality as selected (id, position)
     join items i on i.id = selected.id ${itemJoins('$2')} order by selected.position`,
    [ids, scope.actor.userId],
    'storage.latest.rows',
  )
  return rows.map((row) => {
    const { parent_id, parent_name } = row
    return presentItem(
      row,
      parent_id && parent_name ? { ...presentation, parent: { id: parent_id, name: parent_name } } : presentation,
    )
  })
}

/** The newest active files of an owner, from all folders. */
export class RecentFiles {
  private readonly db: Db
  private readonly annotations: ItemAnnotations
  constructor(db: Db, annotations: ItemAnnotations) {
    this.db = db
    this.annotations = annotations
  }

  /** Newest first; 422 `fixed-order` for another order. */
  async list(scope: Scope, query: FolderQuery, presentation: ItemPresentation = {}): Promise<Listing> {
    rejectOtherOrder(query)
    const page = await this.page(scope.ownerId, query)
    const ids = page.rows.map(({ id }) => id)
    const items = await this.annotated(scope, await itemsWithParents(this.db, scope, ids, presentation))
    return {
      data: items.map((data) => ({ data })),
      meta: { root: null, path: [], paginate: paginateOf(newestFirst, page) },
    }
  }

  /** The items with their badges and the badges of the folders above them. */
  private async annotated(scope: Scope, items: Item[]): Promise<Item[]> {
    const parents = [...new Set(items.flatMap(({ attributes }) => attributes.parent_id ?? []))]
    const paths = await ancestorsOf(this.db, scope, parents)
    const folders = new Map([...paths.values()].flatMap((path) => path ?? []).map((folder) => [folder.id, folder]))
    await this.annotations.put(scope, items, [...folders.values()])
    for (const { attributes, relationships } of items) {
      const path = paths.get(attributes.parent_id ?? '') ?? []
      const badged = path.flatMap(({ id, name }) => {
        const { badges } = folders.get(id) ?? {}
        return badges ? { id, name, badges } : []
      })
      if (badged.length > 0) relationships.badged_ancestors = badged
    }
    return items
  }

  private async page(owner: string, query: FolderQuery): Promise<SortedPage<SortedRow>> {
    const perPage = perPageOf(query)
    if (query.cursor === undefined) {
      const candidates = await this.candidates(owner, null)
      const from =
        query.around === undefined ? startOfListPage(query, perPage) : around(candidates, query.around, perPage)
      const rows = candidates.slice(from, from + perPage)
      return { rows, total: candidates.length, perPage, from, before: false, after: from + perPage < candidates.length }
    }
    const cursor = readListCursor(query.cursor, newestFirst)
    if (cursor.backward || cursor.isFolder) throw storageErrors.fail('invalid-cursor')
    // Files added since the first page do not shift the following pages.
    const candidates = (await this.candidates(owner, cursor)).slice(0, Math.max(maxRecentFiles - cursor.position, 0))
    const rows = candidates.slice(0, perPage)
    const [from, total] = [cursor.position, cursor.position + candidates.length]
    return { rows, total, perPage, from, before: false, after: candidates.length > perPage }
  }

  private async candidates(owner: string, after: ListCursor | null): Promise<Candidate[]> {
    const checked = new Set<string>()
    const trashed = new Set<string>()
    const [sql, name] = after
      ? [recentFilesSql({ older: true }), 'storage.latest.older']
      : [recentFilesSql({ older: false }), 'storage.latest.candidates']
    let candidates: Candidate[] = []
    for (let round = 0; round < maxRefills; round++) {
      candidates = await this.db.query<Candidate>(
        sql,
        [owner, [...trashed], ...(after ? [after.key, after.id] : [])],
        name,
      )
      const unknown = [...new Set(candidates.map((row) => row.parent_id))].filter(
        (id) => id !== null && !checked.has(id),
      )
      if (unknown.length === 0) break
      const rows = await foldersInTrash(this.db, unknown as string[])
      for (const id of unknown) checked.add(id as string)
      if (rows.length === 0) break
      // All of them at once: a trashed tree may have any number of folders with newer files.
      if (round === 0) for (const id of await trashedFolders(this.db, owner)) trashed.add(id)
      for (const { start } of rows) trashed.add(start)
    }
    return candidates.filter((row) => row.parent_id === null || !trashed.has(row.parent_id))
  }
}

const rejectOtherOrder = ({ sort, direction }: FolderQuery): void => {
  const field =
    (sort ?? newestFirst.sort) !== newestFirst.sort
      ? 'sort'
      : (direction ?? newestFirst.direction) !== newestFirst.direction
        ? 'direction'
        : null
  if (field) throw storageErrors.fail('fixed-order', { field })
}

const around = (rows: readonly SortedRow[], id: string, perPage: number): number => {
  const position = rows.findIndex((row) => row.id === id)
  if (position < 0) throw storageErrors.fail('item-not-found')
  return Math.max(position - (perPage >> 1), 0)
}
