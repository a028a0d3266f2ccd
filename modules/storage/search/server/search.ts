import { type Db, platformErrors } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import { type ItemAnnotations, type ItemPresentation, type Scope, storageErrors } from '../../tree/index.ts'
import { type FoundItems, type SearchQuery, searchCounts } from '../contract.ts'
import type { SearchHit } from './area-hits.ts'
import { type SearchResult, searchArea } from './area-search.ts'
import { maxFolders } from './folders-below.ts'
import { presentHits } from './present-hits.ts'
import { areaOfScope, areasOfScopes, type SearchArea } from './search-area.ts'
import type { SearchIndex } from './search-index.ts'
import { SearchRestrictions } from './search-restrictions.ts'
import { parseTerms } from './tokens.ts'

/** Owners of the items that one search covers, which asks a few statements for each. */
const maxOwners = 50

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

/** The areas of a search, and its caller. */
interface Searched {
  areas: () => Promise<SearchArea[]>
  isComplete: boolean
  caller: string | null
  namesOnly: boolean
}

/** Finds files and folders by name (decision 0012) and files by content (decision 0050) within a scope. */
export class Search {
  readonly db: Db
  private readonly index: SearchIndex
  private readonly findsContents: () => Promise<boolean>
  readonly annotations: ItemAnnotations
  /** Maximum number of folders that are listed to restrict a search. */
  private readonly maxFolders: number
  private readonly restrictions: SearchRestrictions
  /** Modules above tell whom a text names, and what an account shares. */
  readonly provide: SearchRestrictions['provide']
  /** `findsContents`: whether files are found by their content, too. */
  constructor(
    db: Db,
    index: SearchIndex,
    annotations: ItemAnnotations,
    findsContents: () => Promise<boolean>,
    folderLimit = maxFolders,
  ) {
    this.db = db
    this.index = index
    this.findsContents = findsContents
    this.annotations = annotations
    this.maxFolders = folderLimit
    this.restrictions = new SearchRestrictions(db, folderLimit)
    this.provide = this.restrictions.provide
  }

  /** 404 `parent-not-found` when the `in` folder is not in scope; 503 while the index is being created. */
  find(scope: Scope, query: SearchQuery): Promise<FoundItems> {
    return this.findIn({ ...this.inScope(scope, query), namesOnly: false }, query, {})
  }

  /** Like `find`, for visitors of links: by name only. */
  findByName(scope: Scope, query: SearchQuery, presentation: ItemPresentation): Promise<FoundItems> {
    return this.findIn({ ...this.inScope(scope, query), namesOnly: true }, query, presentation)
  }

  /** Like `find`, in all scopes of one caller, whose roots are found, too. Each item is found once, in the widest of its scopes. */
  findInAll(scopes: readonly Scope[], query: SearchQuery): Promise<FoundItems> {
    const owners = new Set([...new Set(scopes.map(({ ownerId }) => ownerId))].slice(0, maxOwners))
    const covered = scopes.filter(({ ownerId }) => owners.has(ownerId))
    const areas = () => areasOfScopes(this.db, covered, this.maxFolders)
    const caller = scopes[0]?.actor.userId ?? null
    return this.findIn({ areas, isComplete: covered.length === scopes.length, caller, namesOnly: false }, query, {})
  }

  private inScope(scope: Scope, query: SearchQuery) {
    const areas = async () => [await areaOfScope(this.db, scope, query.in ?? null, this.maxFolders)]
    return { areas, isComplete: true, caller: scope.actor.userId }
  }

  private async findIn(searched: Searched, query: SearchQuery, presentation: ItemPresentation): Promise<FoundItems> {
    if (!(await this.index.isReady())) throw storageErrors.fail('index-building')
    if (query.query === undefined && !hasFilter(query))
      throw platformErrors.fail('validation-failed', { errors: { query: ['platform:validation.required'] } })
    const terms = parseTerms(foldText(query.query ?? ''))
    if (terms.text === '' && query.query !== undefined)
      return this.page({ hits: [], complete: true }, query, presentation)
    const areas = await this.restrictions.apply(await searched.areas(), searched.caller, query)
    const namesOnly = searched.namesOnly || !(await this.findsContents())
    const results = await Promise.all(areas.map((area) => searchArea(this.db, area, terms, query, { namesOnly })))
    const hits = results.flatMap((part) => part.hits).sort(compareHits)
    const complete = searched.isComplete && results.every((part) => part.complete)
    return this.page({ hits, complete }, query, presentation)
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
        data: await presentHits(this, shown, presentation),
        meta: { next_cursor: null, more: total > shown.length, total, complete },
      }
    }
    const rest = cursor === undefined ? hits : afterCursor(hits, cursor)
    const shown = rest.slice(0, per_page ?? 50)
    const last = shown.at(-1)
    const more = rest.length > shown.length
    const data = await presentHits(this, shown, presentation)
    return { data, meta: { next_cursor: more && last ? cursorOf(last) : null, more, total, complete } }
  }
}
