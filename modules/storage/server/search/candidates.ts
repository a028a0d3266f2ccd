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

const keys = (tokens: string, sample: boolean) =>
  `array(select hashtextextended(t, uuid_hash_extended($1::uuid, case when $2 then 1 else 2 end)${sample ? ' + 1' : ''}) from unnest(${tokens}::text[]) t)`

/** Written exactly as in the index. */
const indexed = 'search_keys(i.owner_id, i.id, i.is_folder, i.kind, i.name)'
const changed = 'coalesce(i.modified_at, i.updated_at)'

/**
 * Up to `most` live items that have all tokens of one of the sets, in no order. `sample` asks one item in 32 only.
 * Only the index can answer: `withIndexOnly` takes the other ways from the planner.
 */
export const candidatesOf = (
  sql: Sql,
  bounds: Bounds,
  sets: readonly string[][],
  { sample, most }: { sample: boolean; most: number },
): Promise<Candidate[]> => {
  const { owner, folders, from, to, min, max, inside, hidden } = bounds
  const first = 9
  const any = sets.map((_, n) => `${indexed} @> ${keys(`$${first + n}`, sample)}`).join(' or ')
  const values: unknown[] = [owner, folders, from, to, min, max, inside, hidden]
  return sql.query<Candidate>(
    `select * from (
       select i.id, i.name, i.parent_id, i.is_folder, i.owner_id, i.kind, ${changed} as changed_at from items i
       where i.trashed_at is null and (${any})
       and ($3::timestamptz is null or ${changed} >= $3) and ($4::timestamptz is null or ${changed} < $4)
       and ($5::bigint is null or i.size >= $5) and ($6::bigint is null or i.size <= $6)
       and ($7::uuid[] is null or i.parent_id = any($7)) and (i.parent_id is null or i.parent_id <> all($8::uuid[]))
       limit ${most}
     ) i where i.owner_id = $1 and i.is_folder = $2`,
    [...values, ...sets],
    sets.length === 1 ? `storage.search.${sample ? 'sample' : 'all'}.${most}` : undefined,
  )
}

/** For the rest of the transaction: the index of names or nothing. */
export const withIndexOnly = (sql: Sql): Promise<object[]> => sql.query('set local enable_seqscan = off')
