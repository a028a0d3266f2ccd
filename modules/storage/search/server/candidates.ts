import type { Sql } from '../../../platform/index.ts'

/** What a search looks among, besides the words. */
export interface Bounds {
  owner: string
  folders: boolean
  kind: string | null
  /** Modified from, and before. */
  from: string | null
  to: string | null
  min: number | null
  max: number | null
  /** Only items directly in these folders; null: anywhere. */
  inside: string[] | null
  /** What lies outside of the reach may be among the candidates: more of them are read. */
  wide: boolean
  /** Not what is directly in these folders. */
  hidden: string[]
}

export interface Candidate {
  id: string
  name: string
  parent_id: string | null
  is_folder: boolean
  changed_at: Date
}

/** What a step of a search asks the index for. */
export interface Wanted {
  /** Each a set of tokens that a name must have whole. */
  sets: readonly string[][]
  /** Tokens of which one is enough, and always the answer: whole names. */
  names: readonly string[]
}

/** As many in the sample of one in 32, and there are some 2,000 in all: the sample is the answer. */
export const manyInSample = 60
/** Candidates read: each is a page of the table, and the way to its folder. `loose`: of several sets, for misspelt words. */
const most = { sample: 120, all: 240, loose: 120 }
/** So many times more of them where the reach is no condition. */
const wideFactor = 20

const keys = (tokens: string, sample = false) =>
  `array(select hashtextextended(t, uuid_hash_extended($1::uuid, case when $2 then 1 else 2 end)${sample ? ' + 1' : ''}) from unnest(${tokens}::text[]) t)`

/** Written exactly as in the index. */
const indexed = 'search_keys(i.owner_id, i.id, i.is_folder, i.kind, i.name)'
const changed = 'coalesce(i.modified_at, i.updated_at)'

/** Up to `limit` live items whose keys fulfil `match`, in no order. */
const arm = (match: string, limit: number, condition = 'true') => `(
    select i.id, i.name, i.parent_id, i.is_folder, i.owner_id, ${changed} as changed_at from items i
    where ${condition} and i.trashed_at is null and (${match})
    and ($3::timestamptz is null or ${changed} >= $3) and ($4::timestamptz is null or ${changed} < $4)
    and ($5::bigint is null or i.size >= $5) and ($6::bigint is null or i.size <= $6)
    and ($9::text is null or i.kind = $9)
    and ($7::uuid[] is null or i.parent_id = any($7)) and (i.parent_id is null or i.parent_id <> all($8::uuid[]))
    limit ${limit}
  )`

const firstSet = 11

/**
 * One statement for a step of the search: whole names, then the sample of one item in 32, and everything only when the
 * sample has few, as words that a large part of all names have must not read them all. $1 owner, $2 folders, $3–$9
 * bounds, $10 whole names and from $11 on the sets.
 */
export const candidatesSql = (sets: number, wide = false): string => {
  const factor = wide ? wideFactor : 1
  const [some, all] = [most.sample * factor, most.all * factor]
  const match = (sample: boolean) =>
    Array.from({ length: sets }, (_, n) => `${indexed} @> ${keys(`$${firstSet + n}`, sample)}`).join(' or ') || 'false'
  // `&&` with none finds none: only the first step asks for whole names.
  return `with sampled as materialized ${arm(match(true), some)}
    select id, name, parent_id, is_folder, changed_at from (
      select * from ${arm(`${indexed} && ${keys('$10')}`, all)} named
      union all select * from sampled
      union all select * from ${arm(match(false), sets > 1 ? most.loose * factor : all, `(select count(*) from sampled) < ${manyInSample}`)} everything
    ) i where i.owner_id = $1 and i.is_folder = $2`
}

/** Items that may answer, some of them twice; the caller looks at each again. */
export const candidatesOf = (sql: Sql, bounds: Bounds, { sets, names }: Wanted): Promise<Candidate[]> => {
  const { owner, folders, kind, from, to, min, max, inside, wide, hidden } = bounds
  return sql.query<Candidate>(
    candidatesSql(sets.length, wide),
    [owner, folders, from, to, min, max, inside, hidden, kind, names, ...sets],
    sets.length < 2 ? `storage.search.${wide ? 'wide.' : ''}${sets.length}` : undefined,
  )
}
