import type { Sql } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'

/** A folder, or a file and the folder that it is in; null: the owner's root. */
interface ItemPlace {
  /** The item that was asked for; `id`: the one on which its comments are, another one after a merge of folders. */
  asked_id: string
  id: string
  is_folder: boolean
  parent_id: string | null
}

/** The items $1, or those that have their comments, of the owner $2 or within the folders $3. `trashed_at` is set on the root of a trashed tree only. */
const placesSql = `with recursive asked as (
    select a.id as asked_id, a.id from unnest($1::uuid[]) as a (id)
    union select merged_from, item_id from item_comments where merged_from = any($1::uuid[])
  ), up as (
    select id as start, id, parent_id, trashed_at, 0 as height from items where id in (select id from asked)
    union all
    select up.start, p.id, p.parent_id, p.trashed_at, up.height + 1 from up join items p on p.id = up.parent_id
    where up.trashed_at is null and up.height < 10000
  )
  select distinct on (a.asked_id) a.asked_id, i.id, i.is_folder, i.parent_id from asked a join items i on i.id = a.id
    where not exists (select from up where up.start = i.id and up.trashed_at is not null)
    and (i.owner_id = $2 or exists (select from up where up.start = i.id and up.id = any($3::uuid[])))
  order by a.asked_id, i.id = a.asked_id desc`

/** Path of the folder, with the file open in it, and the comments in the details. */
const pathOf = ({ id, is_folder, parent_id }: ItemPlace): string => {
  const folderId = is_folder ? id : parent_id
  return `/platform/files${folderId ? `/${folderId}` : ''}${is_folder ? '' : `?view=${id}`}#comments`
}

/**
 * Paths of pages with the comments on items, by the ids that were asked for: those that a user may open in these scopes,
 * their own one first. Those in the trash are left out.
 */
export const commentPaths = async (
  sql: Sql,
  [own, ...others]: readonly [Scope, ...Scope[]],
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const roots = others.flatMap(({ root }) => root ?? [])
  const places = await sql.query<ItemPlace>(placesSql, [ids, own.ownerId, roots], 'storage.comment-paths')
  return new Map(places.map((place) => [place.asked_id, pathOf(place)]))
}
