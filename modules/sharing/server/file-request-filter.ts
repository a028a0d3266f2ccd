import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likeLiteral } from '../../platform/index.ts'
import type { FileRequestFilters } from '../contract.ts'
import { statusNow } from './file-request.row.ts'

const maxWords = 8

/** Texts of `file_requests r` that its owner sees: its title, its folder's names, and whom it was sent to. */
const shownText = sql`search_fold(concat_ws(' ', r.title, r.name,
  (select string_agg(searchable_email(email), ' ') from jsonb_array_elements_text(r.emails) email),
  (select f.name from item_summaries f where f.id = r.folder_id)))`

/** Condition on `file_requests r`: it has every word of the search, and the status now. */
export const fileRequestFilter = ({ search = '', status }: FileRequestFilters): RawBuilder<SqlBool> => {
  const words = search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
  const conditions = words.map((word) => sql<SqlBool>`${shownText} like search_fold(${`%${likeLiteral(word)}%`})`)
  if (status) conditions.push(sql<SqlBool>`${statusNow} = ${status === 'filled' ? 'closed' : status}`)
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
