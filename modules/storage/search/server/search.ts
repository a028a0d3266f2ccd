import { type Db, platformErrors } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import type { ItemAnnotations, Scope } from '../../tree/index.ts'
import {
  type ItemPresentation,
  type ItemRow,
  itemColumns,
  itemJoins,
  presentationOf,
  presentItem,
  storageErrors,
} from '../../tree/index.ts'
import { type FoundItems, type SearchQuery, searchCounts } from '../contract.ts'
import { boundsOf } from './bounds.ts'
import { maxFolders } from './folders-below.ts'
import { areaOfScope, areasOfScopes, type SearchArea } from './search-area.ts'
import type { SearchIndex } from './search-index.ts'
import { SearchRestrictions } from './search-restrictions.ts'
import { type SearchHit, SearchRun } from './search-run.ts'
import { parseTerms, type SearchTerms } from './tokens.ts'

/** Owners of the items that one search covers, which asks a few statements for each. */
const maxOwners = 50

interface SearchResult {
  hits: SearchHit[]
  /** Whether all matches are among the hits. */
  complete: boolean
}

/** Best score first, then the latest change, then the id. */
const compareHits = (a: SearchHit, b: SearchHit): number =>
  b.score - a.score || Number(b.changed_at) - Number(a.changed_at) || (a.id < b.id ? -1 : 1)

/** A cursor encodes the last hit: score in hundredths, time in ms, id. */
const cursorOf = ({ score, changed_at, id }: SearchHit): string =>
  `${Math.round(score * 100)}.${Number(changed_at)}.${id}`

/** Whether the call restricts the items otherwise than by words. */
const hasFilter = ({ query, scope, per_page, cursor, ...filters }: SearchQuery): boolean =>
  Object.values(filters).some((given) => given !== undefined)

const afterCursor = (hits: SearchHit[], cursor: string): SearchHit[] => {
  const [, score, time, id] = /^(\d{1,6})\.(-?\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!id) throw storageErrors.fail('invalid-cursor')
  const last = { score: Number(score) / 100, changed_at: new Date(Number(time)), id } as SearchHit
  return hits.filter(
    (hit) => compareHits({ ...hit, score: Math.round(hit.score * 100) / 100 }, last) > 0 && hit.id !== id,
  )
}

/** Finds files and folders by name within a scope (decision 0012). */
export class Search {
  private readonly db: Db
  private readonly index: SearchIndex
  private readonly annotations: ItemAnnotations
  /** Maximum number of folders that are listed to restrict a search. */
  private readonly maxFolders: number
  private readonly restrictions: SearchRestrictions
  /** Modules above tell whom a text names, and what an account shares. */
  readonly provide: SearchRestrictions['provide']
  constructor(db: Db, index: SearchIndex, annotations: ItemAnnotations, folderLimit = maxFolders) {
    this.db = db
    this.index = index
    this.annotations = annotations
    this.maxFolders = folderLimit
    this.restrictions = new SearchRestrictions(db, folderLimit)
    this.provide = this.restrictions.provide
  }

  /** 404 `parent-not-found` when the `in` folder is not in scope; 503 while the index is being created. */
  find(scope: Scope, query: SearchQuery, presentation: ItemPresentation = {}): Promise<FoundItems> {
    const areas = async () => [await areaOfScope(this.db, scope, query.in ?? null, this.maxFolders)]
    return this.findIn({ areas, isComplete: true, caller: scope.actor.userId }, query, presentation)
  }

  /** Like `find`, in all scopes of one caller, whose roots are found, too. Each item is found once, in its nearest scope. */
  findInAll(scopes: readonly Scope[], query: SearchQuery): Promise<FoundItems> {
    const owners = new Set([...new Set(scopes.map(({ ownerId }) => ownerId))].slice(0, maxOwners))
    const covered = scopes.filter(({ ownerId }) => owners.has(ownerId))
    const areas = () => areasOfScopes(this.db, covered, this.maxFolders)
    const caller = scopes[0]?.actor.userId ?? null
    return this.findIn({ areas, isComplete: covered.length === scopes.length, caller }, query, {})
  }

  private async findIn(
    searched: { areas: () => Promise<SearchArea[]>; isComplete: boolean; caller: string | null },
    query: SearchQuery,
    presentation: ItemPresentation,
  ): Promise<FoundItems> {
    if (!(await this.index.isReady())) throw storageErrors.fail('index-building')
    if (query.query === undefined && !hasFilter(query))
      throw platformErrors.fail('validation-failed', { errors: { query: ['platform:validation.required'] } })
    const terms = parseTerms(foldText(query.query ?? ''))
    if (terms.text === '' && query.query !== undefined)
      return this.page({ hits: [], complete: true }, query, presentation)
    const areas = await this.restrictions.apply(await searched.areas(), searched.caller, query)
    const results = await Promise.all(areas.map((area) => this.hits(area, terms, query)))
    const hits = results.flatMap((part) => part.hits).sort(compareHits)
    const complete = searched.isComplete && results.every((part) => part.complete)
    return this.page({ hits, complete }, query, presentation)
  }

  private async hits(area: SearchArea, terms: SearchTerms, query: SearchQuery): Promise<SearchResult> {
    const searchType = async (type: 'folder' | 'file') => {
      const bounds = boundsOf(area, query, type)
      if (!bounds) return { hits: [], complete: true }
      const run = new SearchRun(this.db, area, terms, bounds)
      return { hits: await run.run(), complete: run.complete }
    }
    // Folders and files have separate keys, so they are searched in parallel.
    const [ofFolders, ofFiles] = await Promise.all([searchType('folder'), searchType('file')])
    return { hits: [...ofFolders.hits, ...ofFiles.hits], complete: ofFolders.complete && ofFiles.complete }
  }

  /** `hits`: best first. */
  private async page(
    { hits, complete }: SearchResult,
    query: SearchQuery,
    presentation: ItemPresentation,
  ): Promise<FoundItems> {
    const { per_page, cursor } = query
    const total = hits.length
    if (per_page === undefined && cursor === undefined) {
      const [folders, files] = [hits.filter(({ is_folder }) => is_folder), hits.filter(({ is_folder }) => !is_folder)]
      const shown = [...folders.slice(0, searchCounts.folders), ...files.slice(0, searchCounts.files)]
      return {
        data: await this.present(shown, presentation),
        meta: { next_cursor: null, more: total > shown.length, total, complete },
      }
    }
    const rest = cursor === undefined ? hits : afterCursor(hits, cursor)
    const shown = rest.slice(0, per_page ?? 50)
    const last = shown.at(-1)
    const more = rest.length > shown.length
    const data = await this.present(shown, presentation)
    return { data, meta: { next_cursor: more && last ? cursorOf(last) : null, more, total, complete } }
  }

  private async present(hits: SearchHit[], presentation: ItemPresentation): Promise<FoundItems['data']> {
    const parts = await Promise.all(
      [...Map.groupBy(hits, ({ scope }) => scope)].map(([scope, hits]) => this.presentIn(scope, hits, presentation)),
    )
    const byId = new Map(parts.flat().map((item) => [item.data.id, item]))
    return hits.flatMap(({ id }) => byId.get(id) ?? [])
  }

  private async presentIn(
    scope: Scope,
    hits: SearchHit[],
    presentation: ItemPresentation,
  ): Promise<FoundItems['data']> {
    const rows = await this.db.query<ItemRow>(
      `select ${itemColumns} from unnest($1::uuid[]) with ordinality as hit (id, position)
       join items i on i.id = hit.id ${itemJoins('$2')} where i.owner_id = $3 order by hit.position`,
      [hits.map(({ id }) => id), scope.actor.userId, scope.ownerId],
      'storage.search.rows',
    )
    const paths = new Map(hits.map(({ id, path }) => [id, path]))
    const top = scope.root === null ? {} : { top: scope.root }
    const ofCaller = presentationOf(scope, { ...top, ...presentation })
    const items = rows.map((row) => {
      const path = paths.get(row.id) ?? []
      const parent = path.at(-1)
      return {
        data: presentItem(row, parent ? { ...ofCaller, parent: { id: parent.id, name: parent.name } } : ofCaller),
        meta: { path: path.map((folder) => ({ ...folder })) },
      }
    })
    const folders = items.flatMap(({ meta }) => meta.path)
    await this.annotations.put(
      scope,
      items.map(({ data }) => data),
      folders,
    )
    return items
  }
}
