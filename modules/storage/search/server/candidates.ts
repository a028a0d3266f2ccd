import type { Sql } from '../../../platform/index.ts'

/** Filters of a search besides its words. */
export interface Bounds {
  owner: string
  folders: boolean
  kind: string | null
  /** Modification time, `to` exclusive. */
  from: string | null
  to: string | null
  min: number | null
  max: number | null
  /** Extension of the file's name, in lower case. */
  extension: string | null
  /** Only direct children of these folders and the folders `rootIds`; null is no restriction. */
  parentIds: string[] | null
  rootIds: string[]
  /** Candidates may lie outside the scope, so more of them are read. */
  unscoped: boolean
  /** Excludes direct children of these folders. */
  excludedParentIds: string[]
}

export interface Candidate {
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

const keys = (tokens: string, { isSample = false } = {}) =>
  `array(select hashtextextended(t, uuid_hash_extended($1::uuid, case when $2 then 1 else 2 end)${isSample ? ' + 1' : ''}) from unnest(${tokens}::text[]) t)`

/** Must equal the expression of the index. */
const indexedKeys = 'search_keys(i.owner_id, i.id, i.is_folder, i.kind, i.name)'
const changedAt = 'coalesce(i.modified_at, i.updated_at)'

const bounds = `i.trashed_at is null
    and ($3::timestamptz is null or ${changedAt} >= $3) and ($4::timestamptz is null or ${changedAt} < $4)
    and ($5::bigint is null or i.size >= $5) and ($6::bigint is null or i.size <= $6)
    and ($9::text is null or i.kind = $9)
    and ($11::text is null or right(lower(i.name), length($11) + 1) = '.' || $11)
    and ($7::uuid[] is null or i.parent_id = any($7) or i.id = any($12::uuid[])) and (i.parent_id is null or i.parent_id <> all($8::uuid[]))`

/** Up to `limit` active items whose keys match, unordered. */
const candidateQuery = (match: string, limit: number, condition = 'true') => `(
    select i.id, i.name, i.parent_id, i.is_folder, i.owner_id, ${changedAt} as changed_at from items i
    where ${condition} and ${bounds} and (${match})
    limit ${limit}
  )`

const firstSetParameter = 13

/**
 * The statement of one search step: whole names, then a sample of 1/32 of the items, and all items only when the sample
 * has few hits, because a word that most names contain must not read them all. $1 owner, $2 folders, $3–$9, $11 and
 * $12 bounds, $10 whole names, from $13 on the token sets.
 */
export const candidatesSql = ({ tokenSets, unscoped = false }: { tokenSets: number; unscoped?: boolean }): string => {
  const factor = unscoped ? unscopedFactor : 1
  const [sampleLimit, fullLimit] = [candidateLimits.sample * factor, candidateLimits.all * factor]
  const match = (isSample: boolean) =>
    Array.from(
      { length: tokenSets },
      (_, n) => `${indexedKeys} @> ${keys(`$${firstSetParameter + n}`, { isSample })}`,
    ).join(' or ') || 'false'
  // `&&` with an empty array matches nothing: only the first step passes whole names.
  return `with sampled as materialized ${candidateQuery(match(true), sampleLimit)}
    select id, name, parent_id, is_folder, changed_at, (select count(*)::int from sampled) as sampled from (
      select * from ${candidateQuery(`${indexedKeys} && ${keys('$10')}`, fullLimit)} named
      union all select * from sampled
      union all select * from ${candidateQuery(match(false), tokenSets > 1 ? candidateLimits.loose * factor : fullLimit, `(select count(*) from sampled) < ${largeSample}`)} everything
    ) i where i.owner_id = $1 and i.is_folder = $2`
}

/**
 * The statement of a search without words: the latest changed items within the bounds, with the tokens of the only set,
 * if it has any. Parameters as of `candidatesSql`.
 */
export const latestSql = ({ hasTokens, unscoped = false }: { hasTokens: boolean; unscoped?: boolean }): string =>
  `select i.id, i.name, i.parent_id, i.is_folder, ${changedAt} as changed_at, 0 as sampled from items i
   where i.owner_id = $1 and i.is_folder = $2 and ${bounds} and $10::text[] is not null
   and ${hasTokens ? `${indexedKeys} @> ${keys(`$${firstSetParameter}`)}` : `$${firstSetParameter}::text[] is not null`}
   order by changed_at desc, i.id limit ${candidateLimits.all * (unscoped ? unscopedFactor : 1)}`

/** Candidates of one step, possibly with duplicates. The caller verifies each. */
export const candidatesOf = (
  sql: Sql,
  bounds: Bounds,
  { tokenSets, nameTokens, latest = false }: TokenQuery,
): Promise<Candidate[]> => {
  const { owner, folders, kind, from, to, min, max, extension, parentIds, rootIds, unscoped, excludedParentIds } =
    bounds
  const hasTokens = (tokenSets[0]?.length ?? 0) > 0
  return sql.query<Candidate>(
    latest ? latestSql({ hasTokens, unscoped }) : candidatesSql({ tokenSets: tokenSets.length, unscoped }),
    [
      owner,
      folders,
      from,
      to,
      min,
      max,
      parentIds,
      excludedParentIds,
      kind,
      nameTokens,
      extension,
      rootIds,
      ...tokenSets,
    ],
    tokenSets.length < 2
      ? `storage.search.${unscoped ? 'unscoped.' : ''}${latest ? `latest.${hasTokens}` : tokenSets.length}`
      : undefined,
  )
}

/** Whether one step read all matches: neither the sample nor a limit stood for further ones. */
export const hasReadAll = (
  candidates: readonly Candidate[],
  { tokenSets, unscoped }: { tokenSets: number; unscoped: boolean },
): boolean => {
  const sampled = candidates[0]?.sampled ?? 0
  const limit = (tokenSets > 1 ? candidateLimits.loose : candidateLimits.all) * (unscoped ? unscopedFactor : 1)
  return sampled < largeSample && candidates.length - sampled < limit
}
