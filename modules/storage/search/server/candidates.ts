import type { Sql } from '../../../platform/index.ts'
import { boundsSql, boundsValues, type RowRestriction, restrictionOf, type SearchBounds } from './bounds.ts'
import { changedAtSql } from './changed-at.ts'

export interface SearchCandidate {
  /** Hits of the step in the sample. */
  sampled: number
  id: string
  name: string
  parent_id: string | null
  is_folder: boolean
  changed_at: Date
}

/** Tokens that one step of a search looks up in the index. */
interface TokenQuery {
  /** A name matches a set when it has all of its tokens. */
  tokenSets: readonly string[][]
  /** A name matches with any of these; used for whole names. */
  nameTokens: readonly string[]
  /** Without words: the latest changed items with the tokens of the first set. */
  latest?: boolean
}

/** Hits in the 1/32 sample that stand for about 2,000 hits in total; then the sample suffices. */
export const largeSample = 60
/** Limits of candidates read; each costs a page of the table and a path. `loose` holds per set of a fuzzy search. */
const candidateLimits = { sample: 120, all: 240, loose: 120 }
/** Factor on these limits when the scope is not part of the query. */
const unscopedFactor = 20
/** Limits of a step with one set. */
export const limitsOf = (unscoped: boolean): { sample: number; all: number } => {
  const factor = unscoped ? unscopedFactor : 1
  return { sample: candidateLimits.sample * factor, all: candidateLimits.all * factor }
}

const keys = (tokens: string, { isSample = false } = {}) =>
  `array(select hashtextextended(t, uuid_hash_extended($1::uuid, case when $2 then 1 else 2 end)${isSample ? ' + 1' : ''}) from unnest(${tokens}::text[]) t)`

/** Must equal the expression of the index. */
const indexedKeys = 'search_keys(i.owner_id, i.id, i.is_folder, i.kind, i.name)'

/** The items with all of these tokens, by the index; `isSample`: those of them that are in the sample. */
export const hasTokensSql = (tokens: string, { isSample = false } = {}): string =>
  `${indexedKeys} @> ${keys(tokens, { isSample })}`

/** Up to `limit` active items whose keys match, unordered. */
const candidateQuery = (bounds: string, match: string, limit: number, condition = 'true') => `(
    select i.id, i.name, i.parent_id, i.is_folder, i.owner_id, ${changedAtSql} as changed_at from items i
    where ${condition} and ${bounds} and (${match})
    limit ${limit}
  )`

const namesParameter = '$14'
const firstSetParameter = 15

/** Form of a statement: `unscoped` reads more candidates, of which some lie outside the scope. */
type Form = RowRestriction & { unscoped?: boolean }

/**
 * The statement of one search step: whole names, then a sample of 1/32 of the items, and all items only when the sample
 * has few hits, because a word that most names contain must not read them all. $1 to $13 are `boundsValues`, $14 whole
 * names, from $15 on the token sets.
 */
export const candidatesSql = ({
  tokenSets,
  unscoped = false,
  ...restriction
}: Form & { tokenSets: number }): string => {
  const factor = unscoped ? unscopedFactor : 1
  const { sample: sampleLimit, all: fullLimit } = limitsOf(unscoped)
  const bounds = boundsSql(restriction)
  const match = ({ isSample = false } = {}) =>
    Array.from({ length: tokenSets }, (_, n) => hasTokensSql(`$${firstSetParameter + n}`, { isSample })).join(' or ') ||
    'false'
  // `&&` with an empty array matches nothing: only the first step passes whole names.
  return `with sampled as materialized ${candidateQuery(bounds, match({ isSample: true }), sampleLimit)}
    select id, name, parent_id, is_folder, changed_at, (select count(*)::int from sampled) as sampled from (
      select * from ${candidateQuery(bounds, `${indexedKeys} && ${keys(namesParameter)}`, fullLimit)} named
      union all select * from sampled
      union all select * from ${candidateQuery(bounds, match(), tokenSets > 1 ? candidateLimits.loose * factor : fullLimit, `(select count(*) from sampled) < ${largeSample}`)} everything
    ) i where i.owner_id = $1 and i.is_folder = $2`
}

/**
 * The statement of a search without words: the latest changed items within the bounds, with the tokens of the only set,
 * if it has any. Parameters as of `candidatesSql`.
 */
export const latestChangedSql = ({
  hasTokens,
  unscoped = false,
  ...restriction
}: Form & { hasTokens: boolean }): string =>
  `select i.id, i.name, i.parent_id, i.is_folder, ${changedAtSql} as changed_at, 0 as sampled from items i
   where i.owner_id = $1 and i.is_folder = $2 and ${boundsSql(restriction)} and ${namesParameter}::text[] is not null
   and ${hasTokens ? hasTokensSql(`$${firstSetParameter}`) : `$${firstSetParameter}::text[] is not null`}
   order by changed_at desc, i.id limit ${limitsOf(unscoped).all}`

/** Candidates of one step, possibly with duplicates. The caller verifies each. */
export const candidatesOf = (
  sql: Sql,
  bounds: SearchBounds,
  { tokenSets, nameTokens, latest = false }: TokenQuery,
): Promise<SearchCandidate[]> => {
  const hasTokens = (tokenSets[0]?.length ?? 0) > 0
  const { unscoped } = bounds
  const restriction = restrictionOf(bounds)
  // The best plan depends on how many ids there are.
  const isPrepared = tokenSets.length < 2 && !restriction.ids && !restriction.creators
  return sql.query<SearchCandidate>(
    latest
      ? latestChangedSql({ hasTokens, unscoped, ...restriction })
      : candidatesSql({ tokenSets: tokenSets.length, unscoped, ...restriction }),
    [...boundsValues(bounds), nameTokens, ...tokenSets],
    isPrepared
      ? `storage.search.${unscoped ? 'unscoped.' : ''}${latest ? `latest.${hasTokens}` : tokenSets.length}`
      : undefined,
  )
}

/** Whether one step read all matches: neither the sample nor a limit stood for further ones. */
export const hasAllMatches = (
  candidates: readonly SearchCandidate[],
  { tokenSets, unscoped }: { tokenSets: number; unscoped: boolean },
): boolean => {
  const sampled = candidates[0]?.sampled ?? 0
  const limit = (tokenSets > 1 ? candidateLimits.loose : candidateLimits.all) * (unscoped ? unscopedFactor : 1)
  return sampled < largeSample && candidates.length - sampled < limit
}
