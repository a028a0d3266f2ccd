import type { Sql } from '../../../../platform/index.ts'
import { AreaHits, type SearchHit } from '../area-hits.ts'
import { boundsSql, boundsValues, type RowRestriction, restrictionOf, type SearchBounds } from '../bounds.ts'
import { hasAllMatches, largeSample, limitsOf, type SearchCandidate } from '../candidates.ts'
import { changedAt } from '../changed-at.ts'
import { nameScore } from '../rank.ts'
import type { SearchArea } from '../search-area.ts'
import type { SearchTerms } from '../tokens.ts'
import { contentQueries } from './lexemes.ts'

/** Score of a file that is found by its content: below that of any name. */
const contentScore = 1

/**
 * Files whose content matches. The words lead to the contents, and each of them to its files by the index of `blob_id`,
 * whatever the planner knows: `offset 0` keeps the order, in which `limit` ends the reading.
 */
const filesOf = (bounds: string, query: string, limit: number, condition = 'true') => `(
    select i.* from (
      select blob_id from blob_texts where ${condition} and words @@ ${query}::tsquery offset 0
    ) t cross join lateral (
      select i.id, i.name, i.parent_id, i.is_folder, ${changedAt} as changed_at from items i
      where i.blob_id = t.blob_id and i.owner_id = $1 and i.is_folder = $2 and ${bounds} offset 0
    ) i limit ${limit}
  )`

/** The statement: a sample of 1/32 of the contents, and all only when it has few hits. $14: the sample's words, $15: all. */
export const contentCandidatesSql = ({
  unscoped = false,
  ...restriction
}: RowRestriction & { unscoped?: boolean }): string => {
  const limits = limitsOf(unscoped)
  const bounds = boundsSql(restriction)
  return `with sampled as materialized ${filesOf(bounds, '$14', limits.sample)}
    select id, name, parent_id, is_folder, changed_at, (select count(*)::int from sampled) as sampled from (
      select * from sampled
      union all select * from ${filesOf(bounds, '$15', limits.all, `(select count(*) from sampled) < ${largeSample}`)} everything
    ) i`
}

/** Searches an area's files by their content. With words of a name, too, both must match. */
export class ContentRun {
  private readonly sql: Sql
  private readonly words: readonly string[]
  private readonly bounds: SearchBounds
  private readonly hits: AreaHits
  /** All matches were read. */
  complete = true
  constructor(
    sql: Sql,
    area: SearchArea,
    { words, name }: { words: readonly string[]; name: SearchTerms | null },
    bounds: SearchBounds,
  ) {
    this.sql = sql
    this.words = words
    this.bounds = bounds
    this.hits = new AreaHits(sql, area, bounds, (file) => (name ? nameScore(file.name, name) : contentScore))
  }

  async run(): Promise<SearchHit[]> {
    const { owner, unscoped } = this.bounds
    const queries = contentQueries(owner, this.words)
    if (!queries) return []
    await this.hits.addFrom(async (bounds) => {
      const restriction = restrictionOf(bounds)
      const candidates = await this.sql.query<SearchCandidate>(
        contentCandidatesSql({ unscoped, ...restriction }),
        [...boundsValues(bounds), queries.sample, queries.all],
        restriction.ids || restriction.creators ? undefined : `storage.search.content${unscoped ? '.unscoped' : ''}`,
      )
      this.complete &&= hasAllMatches(candidates, { tokenSets: 1, unscoped })
      return candidates
    })
    return this.hits.all().map((hit) => ({ ...hit, inContent: true }))
  }
}
