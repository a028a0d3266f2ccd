import { areaSql, boundsSql, filtersSql, type RowRestriction } from '../bounds.ts'
import { hasTokensSql, largeSample, limitsOf, type SearchCandidate } from '../candidates.ts'
import { changedAtSql } from '../changed-at.ts'

/**
 * Contents whose files one search looks up, which may all lie outside its bounds: without a limit, a common word would
 * read the whole account for a member who sees fifty files of it.
 */
const contentLimits = { sample: 2_000, all: 5_000 }
/** Files that are read by their own words instead of by the index of words, and the most bytes of these. */
export const fewFiles = 2_000
const fewBytes = 8 << 20
/** With so many in the sample of names, there are more. */
const fewSampled = Math.ceil(fewFiles / 32)

/** A file, or none in the only row; `is_all`: there are no others. */
export type ContentRow = { is_all: boolean } & (SearchCandidate | { id: null })

const columns = `i.id, i.blob_id, i.name, i.parent_id, i.is_folder, ${changedAtSql} as changed_at`
const areFew = (texts: string) =>
  `(select count(*) <= ${fewFiles} and coalesce(sum(pg_column_size(words)), 0) <= ${fewBytes} from ${texts})`

/** The rows, and `is_all` even if there are none. */
const withIsAll = (isAll: string, rows: string) =>
  `select i.*, 0 as sampled, ${isAll} as is_all from (select) one left join (${rows}) i on true`

/**
 * Files of these contents, each by the index of `blob_id`, whatever the planner knows of the owner's files: `offset 0` keeps
 * the order, in which `limit` ends the reading.
 */
const filesOf = (contents: string, bounds: string, limit: number) => `(
    select ${columns} from ${contents} t cross join lateral (select * from items where blob_id = t.blob_id offset 0) i
    where i.owner_id = $1 and i.is_folder = $2 and ${bounds} limit ${limit}
  )`

const contentsWith = (query: string, condition = 'true') =>
  `select blob_id, words from blob_texts where ${condition} and words @@ ${query}::tsquery`

interface ContentStatement extends RowRestriction {
  unscoped?: boolean
  /** There are words before the last one. */
  hasFirst: boolean
}

/**
 * The statement that goes from words to files: a sample of 1/32 of the contents, and all only when it has few of them, of
 * which copies are one. $14: the sample's words, $15: all words, $16: the first ones. The index reads every word that begins
 * as the last one, which may be most of them: where few contents have the first words, the words of these are read instead.
 */
export const contentCandidatesSql = ({ unscoped = false, hasFirst, ...restriction }: ContentStatement): string => {
  const limits = limitsOf(unscoped)
  const bounds = boundsSql(restriction, { isJoined: true })
  const isRare = '(select is_rare from rare)'
  const first = `first as materialized (${contentsWith('$16', isRare)} limit ${fewFiles + 1}),`
  const few = `select blob_id from first where ${areFew('first')} and words @@ $15::tsquery union all `
  const most = contentsWith('$15', hasFirst ? `${isRare} and not ${areFew('first')}` : isRare)
  return `with sampled_contents as materialized (${contentsWith('$14')} limit ${contentLimits.sample}),
    sampled as materialized ${filesOf('sampled_contents', bounds, limits.sample)},
    rare as materialized (select count(distinct blob_id) < ${largeSample} as is_rare from sampled),
    ${hasFirst ? first : ''}
    contents as materialized (
      select blob_id from (${hasFirst ? few : ''}select blob_id from (${most}) m) c limit ${contentLimits.all}
    ),
    files as materialized ${filesOf('contents', bounds, limits.all)}
    ${withIsAll(
      `${isRare} and (select count(*) from contents) < ${contentLimits.all} and (select count(*) from files) < ${limits.all}`,
      'select * from sampled union all select * from files',
    )}`
}

const withTokens = ({ isSample = false } = {}) =>
  `(select * from items i where i.trashed_at is null and ${hasTokensSql('$15', { isSample })} offset 0)`

/**
 * Where a search of few files begins: at items with these ids, at the files of these folders, at names with these tokens, or by
 * the index that the planner chooses for a restriction. `offset 0`: no other index is used, whatever it knows of the owner.
 */
const beginnings = {
  ids: `(select i.* from unnest($12::uuid[]) one (id) cross join lateral (select * from items where id = one.id offset 0) i)`,
  folders: `(select i.* from unnest($7::uuid[]) one (id) cross join lateral (
      select * from items where parent_id = one.id and not is_folder offset 0
    ) i)`,
  tokens: withTokens(),
  restriction: 'items',
}

export interface FewStatement extends RowRestriction {
  begin: keyof typeof beginnings
  /** Tokens of names limit a restriction further. */
  hasTokens?: boolean
}

/**
 * The statement that goes from files that may be few to their words. $14: the words, $15: tokens of the files' names. Where
 * nothing but tokens makes them few, the sample is asked before: the index collects all items with a token first.
 */
export const fewCandidatesSql = ({ begin, hasTokens = false, ...restriction }: FewStatement): string => {
  const conditions = `i.owner_id = $1 and i.is_folder = $2
    and ${areaSql(restriction, { isJoined: begin !== 'restriction' })}
    and ${hasTokens ? hasTokensSql('$15') : '$15::text[] is not null'}`
  const sample = begin === 'tokens' ? `${withTokens({ isSample: true })} i where` : 'items i where false and'
  const isFew = `(select count(*) from sampled) < ${fewSampled} and (select count(*) from area) <= ${fewFiles}`
  return `with sampled as materialized (select 1 from ${sample} ${conditions} limit ${fewSampled}),
    area as materialized (
      select i.* from ${beginnings[begin]} i where (select count(*) from sampled) < ${fewSampled} and ${conditions}
      limit ${fewFiles + 1}
    ),
    texts as materialized (
      select ${columns}, t.words from area i cross join lateral (select * from blob_texts where blob_id = i.blob_id offset 0) t
      where ${isFew} and ${filtersSql}
    )
    ${withIsAll(
      `${isFew} and ${areFew('texts')}`,
      `select id, blob_id, name, parent_id, is_folder, changed_at from texts where ${areFew('texts')} and words @@ $14::tsquery`,
    )}`
}
