import { type Db, platformErrors } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import {
  type ItemRow,
  type ItemView,
  itemColumns,
  itemJoins,
  liveFolder,
  presentItem,
  storageErrors,
} from '../../tree/index.ts'
import { type FoundItems, foldText, type SearchQuery, searchCounts } from '../contract.ts'
import { foldersBelow, mostFolders } from './ancestors.ts'
import type { Bounds } from './candidates.ts'
import type { SearchIndex } from './search-index.ts'
import { type Hit, Look } from './search-run.ts'
import { type Terms, termsOf } from './tokens.ts'

/** Best first; of equals the one changed last, and then one order. */
const better = (a: Hit, b: Hit): number =>
  b.score - a.score || Number(b.changed_at) - Number(a.changed_at) || (a.id < b.id ? -1 : 1)

/** A cursor names the last hit shown: its score in hundredths, its time, its id. */
const cursorOf = ({ score, changed_at, id }: Hit): string => `${Math.round(score * 100)}.${Number(changed_at)}.${id}`

/** ISO 8601, or null where none is asked for. 422 for a day that no calendar has. */
const momentOf = (query: SearchQuery, field: 'from' | 'to'): string | null => {
  const moment = query[field]
  if (moment === undefined) return null
  const time = new Date(moment)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw platformErrors.fail('validation-failed', { errors: { [field]: ['platform:validation.invalid'] } })
}

const afterCursor = (hits: Hit[], cursor: string): Hit[] => {
  const [, score, time, id] = /^(\d{1,6})\.(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!id) throw storageErrors.fail('bad-cursor')
  const last = { score: Number(score) / 100, changed_at: new Date(Number(time)), id } as Hit
  return hits.filter((hit) => better({ ...hit, score: Math.round(hit.score * 100) / 100 }, last) > 0 && hit.id !== id)
}

/** Finds files and folders by name within a scope (decision 0012). */
export class Search {
  private readonly db: Db
  private readonly index: SearchIndex
  /** Folders of a tree that are listed to look in them. */
  private readonly mostFolders: number
  constructor(db: Db, index: SearchIndex, most = mostFolders) {
    this.db = db
    this.index = index
    this.mostFolders = most
  }

  /** 404 `parent-not-found` for a folder to look in that is not in reach; 503 while the index is being made. */
  async find(scope: Scope, query: SearchQuery, view: ItemView = {}): Promise<FoundItems> {
    if (!(await this.index.ready())) throw storageErrors.fail('search-preparing')
    const terms = termsOf(foldText(query.query))
    const hits = terms.text === '' ? [] : await this.hits(scope, terms, query)
    return this.page(scope, hits, query, view)
  }

  private async hits(scope: Scope, terms: Terms, query: SearchQuery): Promise<Hit[]> {
    const root = query.in ?? scope.root
    const inside = root === null ? null : await this.below(scope, root)
    // Too many folders to be listed: whatever matches is looked at, and where it lies.
    const wide = root !== null && inside === null
    const reach = wide ? { ...scope, root } : scope
    const { filter, min = null, max = null } = query
    const [from, to] = [momentOf(query, 'from'), momentOf(query, 'to')]
    const look = async (folders: boolean) => {
      if (folders ? (filter ?? 'folder') !== 'folder' || min !== null || max !== null : filter === 'folder') return []
      const kind = folders || !filter || filter === 'users' ? null : filter
      const bounds: Bounds = { owner: scope.ownerId, folders, kind, from, to, min, max, inside, wide, hidden: [] }
      return (await new Look(this.db, reach, terms, bounds).run()).sort(better)
    }
    // Folders and files have keys of their own: they are looked for side by side.
    return (await Promise.all([look(true), look(false)])).flat()
  }

  private async below(scope: Scope, root: string): Promise<string[] | null> {
    await liveFolder(this.db, scope, root)
    return foldersBelow(this.db, scope, root, this.mostFolders)
  }

  private async page(scope: Scope, hits: Hit[], query: SearchQuery, view: ItemView): Promise<FoundItems> {
    const { per_page, cursor } = query
    if (per_page === undefined && cursor === undefined) {
      const of = (folders: boolean) => hits.filter(({ is_folder }) => is_folder === folders)
      const shown = [...of(true).slice(0, searchCounts.folders), ...of(false).slice(0, searchCounts.files)]
      return {
        data: await this.present(scope, shown, view),
        meta: { next_cursor: null, more: hits.length > shown.length },
      }
    }
    const sorted = hits.toSorted(better)
    const rest = cursor === undefined ? sorted : afterCursor(sorted, cursor)
    const shown = rest.slice(0, per_page ?? 50)
    const last = shown.at(-1)
    const more = rest.length > shown.length
    const data = await this.present(scope, shown, view)
    return { data, meta: { next_cursor: more && last ? cursorOf(last) : null, more } }
  }

  private async present(scope: Scope, hits: Hit[], view: ItemView): Promise<FoundItems['data']> {
    const rows = await this.db.query<ItemRow>(
      `select ${itemColumns} from unnest($1::uuid[]) with ordinality as hit (id, position)
       join items i on i.id = hit.id ${itemJoins('$2')} where i.owner_id = $3 order by hit.position`,
      [hits.map(({ id }) => id), scope.actor.userId, scope.ownerId],
      'storage.search.rows',
    )
    const paths = new Map(hits.map(({ id, path }) => [id, path]))
    return rows.map((row) => {
      const path = paths.get(row.id) ?? []
      const parent = path.at(-1)
      return {
        data: presentItem(row, parent ? { ...view, parent: { id: parent.id, name: parent.name } } : view),
        meta: { path },
      }
    })
  }
}
