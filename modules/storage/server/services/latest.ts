import type { Db } from '../../../platform/index.ts'
import { defaultPerPage } from '../../../shared/contract.ts'
import type { FolderQuery, Latest } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { type ItemView, presentItem } from '../item.resource.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Marks } from '../marks.ts'
import type { Scope } from '../scope.ts'

/** The list ends here: it shows what came lately, not the archive. */
const newest = 1_000
/** Times that folders found to be in the trash are left out and the list is filled up again. */
const rounds = 4

const candidates = `select id, parent_id from items
  where owner_id = $1 and not is_folder and trashed_at is null and (parent_id is null or parent_id <> all($2::uuid[]))
  order by created_at desc, id desc limit ${newest}`

const trashedOf = `with recursive up as (
    select id as start, id, parent_id, trashed_at from items where id = any($1::uuid[])
    union all
    select up.start, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id where up.trashed_at is null
  ) select distinct start from up where trashed_at is not null`

interface Candidate {
  id: string
  parent_id: string | null
}

/** The newest live files of an owner, wherever they are. */
export class LatestFiles {
  private readonly db: Db
  private readonly marks: Marks
  constructor(db: Db, marks: Marks) {
    this.db = db
    this.marks = marks
  }

  /** Sorting is not asked: this list has one order. Its cursor is a position. */
  async list(scope: Scope, query: FolderQuery, view: ItemView = {}): Promise<Latest> {
    const ids = await this.ids(scope.payer)
    const all = query.page === 'all'
    const perPage = all ? newest : (query.per_page ?? defaultPerPage)
    const from = query.around === undefined ? positionOf(query, perPage) : around(ids, query.around, perPage)
    const rows = await this.rows(ids.slice(from, from + perPage), scope.actor.userId)
    const reached = from + perPage
    const parentOf = ({ parent_id, parent_name }: (typeof rows)[number]) =>
      parent_id && parent_name ? { parent: { id: parent_id, name: parent_name } } : {}
    const items = await this.marks.put(
      scope,
      rows.map((row) => presentItem(row, { ...view, ...parentOf(row) })),
    )
    return {
      data: items.map((data) => ({ data })),
      meta: {
        paginate: {
          currentPage: Math.floor(from / perPage) + 1,
          lastPage: Math.max(1, Math.ceil(ids.length / perPage)),
          perPage,
          total: ids.length,
          nextCursor: reached < ids.length ? String(reached) : null,
          prevCursor: from > 0 ? String(Math.max(from - perPage, 0)) : null,
          from,
        },
      },
    }
  }

  private async ids(owner: string): Promise<string[]> {
    const checked = new Set<string>()
    const trashed = new Set<string>()
    let found: Candidate[] = []
    for (let round = 0; round < rounds; round++) {
      found = await this.db.query<Candidate>(candidates, [owner, [...trashed]], 'storage.latest.candidates')
      const unknown = [...new Set(found.map((row) => row.parent_id))].filter((id) => id !== null && !checked.has(id))
      if (unknown.length === 0) break
      const rows = await this.db.query<{ start: string }>(trashedOf, [unknown], 'storage.latest.trashed')
      for (const id of unknown) checked.add(id as string)
      for (const { start } of rows) trashed.add(start)
      if (rows.length === 0) break
    }
    return found.filter((row) => row.parent_id === null || !trashed.has(row.parent_id)).map((row) => row.id)
  }

  private rows(ids: string[], actor: string | null) {
    return this.db.query<ItemRow & { parent_name: string | null }>(
      `select ${itemColumns}, (select p.name from items p where p.id = i.parent_id) as parent_name
       from unnest($1::uuid[]) with ordinality as chosen (id, position)
       join items i on i.id = chosen.id ${itemJoins('$2')} order by chosen.position`,
      [ids, actor],
      'storage.latest.rows',
    )
  }
}

const positionOf = (query: FolderQuery, perPage: number): number => {
  if (query.cursor !== undefined) {
    if (!/^\d{1,4}$/.test(query.cursor)) throw storageErrors.fail('bad-cursor')
    return Number(query.cursor)
  }
  if (query.at !== undefined) return query.at
  if (query.page === undefined || query.page === 'all') return 0
  if (!/^[1-9]\d{0,8}$/.test(query.page)) throw storageErrors.fail('bad-page')
  return (Number(query.page) - 1) * perPage
}

const around = (ids: readonly string[], id: string, perPage: number): number => {
  const position = ids.indexOf(id)
  if (position < 0) throw storageErrors.fail('item-not-found')
  return Math.max(position - (perPage >> 1), 0)
}
