import type { Sql } from '../../../../platform/index.ts'
import { AreaHits, type SearchHit } from '../area-hits.ts'
import { boundsSql, boundsValues, type RowRestriction, restrictionOf, type SearchBounds } from '../bounds.ts'
import { hasAllMatches, largeSample, limitsOf, type SearchCandidate } from '../candidates.ts'
import { changedAtSql } from '../changed-at.ts'
import { nameScore } from '../rank.ts'
import type { SearchArea } from '../search-area.ts'
import type { SearchTerms } from '../tokens.ts'
import { contentQueries } from './lexemes.ts'

/** Score of a file that is found by its content: below that of any name. */
const contentScore = 1

/** Hits in the sample of contents with the words before the last one; more stand for more than 2,000 contents. */
const manyFirst = 63

/**
 * Files of the contents that match. The words lead to the contents, and each of them to its files by the index of `blob_id`,
 * whatever the planner knows: `offset 0` keeps the order, in which `limit` ends the reading.
 */
const filesOf = (bounds: string, contents: string, limit: number) => `(
    select i.* from (${contents} offset 0) t cross join lateral (
      select i.id, i.name, i.parent_id, i.is_folder, ${changedAtSql} as changed_at from items i
      where i.blob_id = t.blob_id and i.owner_id = $1 and i.is_folder = $2 and ${bounds} offset 0
    ) i limit ${limit}
  )`

const contentsWith = (query: string, condition = 'true') =>
  `select blob_id, words from blob_texts where ${condition} and words @@ ${query}::tsquery`

interface ContentStatement extends RowRestriction {
  unscoped?: boolean
  /** There are words before the last one. */
  hasFirst: boolean
}

/**
 * The statement: a sample of 1/32 of the contents, and all only when it has few hits. $14: the sample's words, $15: all
 * words, $16 and $17: the first ones. The index reads every word that begins as the last one, which may be most of them:
 * where few contents have the first words, the words of these are read instead.
 */
export const contentCandidatesSql = ({ unscoped = false, hasFirst, ...restriction }: ContentStatement): string => {
  const limits = limitsOf(unscoped)
  const bounds = boundsSql(restriction)
  const isRare = `(select count(*) from sampled) < ${largeSample}`
  const isMany = `(select count(*) from first_sampled) >= ${manyFirst}`
  const firstSampled = `, first_sampled as materialized (${contentsWith('$16', isRare)} limit ${manyFirst})`
  const few = `select blob_id from (${contentsWith('$17', `${isRare} and not ${isMany}`)} offset 0) f where words @@ $15::tsquery`
  const all = hasFirst
    ? `select * from ${filesOf(bounds, few, limits.all)} few
       union all select * from ${filesOf(bounds, contentsWith('$15', `${isRare} and ${isMany}`), limits.all)} many`
    : `select * from ${filesOf(bounds, contentsWith('$15', `${isRare} and coalesce($16::text, $17::text) is null`), limits.all)} everything`
  return `with sampled as materialized ${filesOf(bounds, contentsWith('$14'), limits.sample)}${hasFirst ? firstSampled : ''}
    select id, name, parent_id, is_folder, changed_at, (select count(*)::int from sampled) as sampled
    from (select * from sampled union all ${all}) i`
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
    const { whole, first } = queries
    const hasFirst = first !== null
    await this.hits.addFrom(async (bounds) => {
      const restriction = restrictionOf(bounds)
      const candidates = await this.sql.query<SearchCandidate>(
        contentCandidatesSql({ unscoped, hasFirst, ...restriction }),
        [...boundsValues(bounds), whole.sample, whole.all, first?.sample ?? null, first?.all ?? null],
        restriction.ids || restriction.creators
          ? undefined
          : `storage.search.content${hasFirst ? '.first' : ''}${unscoped ? '.unscoped' : ''}`,
      )
      this.complete &&= hasAllMatches(candidates, { tokenSets: 1, unscoped })
      return candidates
    })
    return this.hits.all().map((hit) => ({ ...hit, inContent: true }))
  }
}
