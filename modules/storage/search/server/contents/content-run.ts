import type { Db } from '../../../../platform/index.ts'
import { AreaHits, type SearchHit } from '../area-hits.ts'
import { boundsValues, restrictionOf, type SearchBounds } from '../bounds.ts'
import type { SearchCandidate } from '../candidates.ts'
import { nameScore } from '../rank.ts'
import type { SearchArea } from '../search-area.ts'
import { SearchRun } from '../search-run.ts'
import { kindToken, parseTerms, prefixTokens, type SearchTerms } from '../tokens.ts'
import {
  type ContentRow,
  contentCandidatesSql,
  type FewStatement,
  fewCandidatesSql,
  fewFiles,
} from './content-candidates.ts'
import { contentQueries } from './lexemes.ts'
import { LimitedReads } from './limited-reads.ts'

/** Score of a file that is found by its content: below that of any name. */
const contentScore = 1
/** Time for all statements about the contents of an area. Names have answered long before. */
const timeLimitMs = 1_500

/** Files that a search reads by their own words, because of their place or their name. */
interface FewFiles {
  bounds: SearchBounds
  begin: FewStatement['begin']
  tokens: readonly string[]
  /** There are no others within the bounds of the search. */
  isAll: boolean
}

/** Searches an area's files by their content. With words of a name, too, both must match. */
export class ContentRun {
  private readonly db: Db
  private readonly reads: LimitedReads
  private readonly area: SearchArea
  private readonly words: readonly string[]
  private readonly name: SearchTerms | null
  private readonly bounds: SearchBounds
  private readonly hits: AreaHits
  /** The last statement has read all matches. */
  complete = true
  constructor(
    db: Db,
    area: SearchArea,
    { words, name }: { words: readonly string[]; name: SearchTerms | null },
    bounds: SearchBounds,
  ) {
    this.db = db
    this.reads = new LimitedReads(db, timeLimitMs)
    this.area = area
    this.words = words
    this.name = name
    this.bounds = bounds
    this.hits = new AreaHits(db, area, bounds, (file) => (name ? nameScore(file.name, name) : contentScore))
  }

  /** Goes from the words to the files; where that leaves some out, from few files to their words, too. */
  async run(): Promise<SearchHit[]> {
    const queries = contentQueries(this.bounds.owner, this.words)
    if (!queries) return []
    const { all, sample, first } = queries
    const { unscoped } = this.bounds
    const hasFirst = first !== null
    await this.hits.addFrom((bounds) => {
      const restriction = restrictionOf(bounds)
      const isPrepared = !restriction.ids && !restriction.creators
      return this.candidates(
        contentCandidatesSql({ unscoped, hasFirst, ...restriction }),
        [...boundsValues(bounds), sample, all, ...(hasFirst ? [first] : [])],
        isPrepared ? `storage.search.content${hasFirst ? '.first' : ''}${unscoped ? '.unscoped' : ''}` : undefined,
      )
    })
    const few = this.complete ? null : await this.fewFiles()
    if (few) {
      const { begin, tokens, isAll } = few
      const hasTokens = begin === 'restriction' && tokens.length > 0
      const text = fewCandidatesSql({ begin, hasTokens, ...restrictionOf(few.bounds) })
      await this.hits.addFrom(({ excludedIds }) =>
        this.candidates(text, [...boundsValues({ ...few.bounds, excludedIds }), all, tokens]),
      )
      this.complete &&= isAll
    }
    return this.hits.all().map((hit) => ({ ...hit, inContent: true }))
  }

  private async candidates(text: string, values: unknown[], name?: string): Promise<SearchCandidate[]> {
    const rows = await this.reads.query<ContentRow>(text, values, name)
    this.complete = rows?.[0]?.is_all ?? false
    return (rows ?? []).filter((row) => row.id !== null)
  }

  /** Null where neither a name, nor a place, nor the kind of files says which may be few. */
  private async fewFiles(): Promise<FewFiles | null> {
    const { bounds, name } = this
    if (name) {
      const run = new SearchRun(this.db, this.area, name, bounds)
      const ids = (await run.run()).map(({ id }) => id)
      const isAll = run.complete && ids.length <= fewFiles
      return { bounds: { ...bounds, ids: ids.slice(0, fewFiles) }, begin: 'ids', tokens: [], isAll }
    }
    const { parentIds, ids, creatorIds, extension, kind } = bounds
    const tokens = [...(extension ? prefixTokens(parseTerms(extension)) : []), ...(kind ? [kindToken(kind)] : [])]
    const isSmall = parentIds !== null && parentIds.length <= fewFiles
    if (ids || creatorIds) return { bounds, begin: 'restriction', tokens: isSmall ? [] : tokens, isAll: true }
    if (isSmall) return { bounds, begin: 'folders', tokens: [], isAll: true }
    return tokens.length > 0 ? { bounds, begin: 'tokens', tokens, isAll: true } : null
  }
}
