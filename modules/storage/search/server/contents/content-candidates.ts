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

/**
 * The statement that goes from the files of a small area, or with these tokens in their names, to their words. $14: the
 * words, $15: the tokens.
 */
export const fewCandidatesSql = ({ hasTokens, ...restriction }: RowRestriction & { hasTokens: boolean }): string =>
  `with area as materialized (
      select i.* from items i where i.owner_id = $1 and i.is_folder = $2 and ${areaSql(restriction)}
        and ${hasTokens ? hasTokensSql('$15') : '$15::text[] is not null'} limit ${fewFiles + 1}
    ),
    texts as materialized (
      select ${columns}, t.words from area i join blob_texts t on t.blob_id = i.blob_id
      where (select count(*) from area) <= ${fewFiles} and ${filtersSql}
    )
    ${withIsAll(
      `(select count(*) from area) <= ${fewFiles} and ${areFew('texts')}`,
      `select id, blob_id, name, parent_id, is_folder, changed_at from texts where ${areFew('texts')} and words @@ $14::tsquery`,
    )}`
