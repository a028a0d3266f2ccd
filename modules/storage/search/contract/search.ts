import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  union,
  uuid,
} from '../../../shared/contract.ts'
import { Item, itemKinds, ParentRef } from '../../tree/contract.ts'

/** Folders and files in a response without `per_page`. */
export const searchCounts = { folders: 3, files: 3 } as const
export const maxSearchText = 200

/** An instant in ISO 8601, or a day (`2026-11-21`, UTC). */
const timestamp = () => string({ maxLength: 40, pattern: '^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]+(Z|[+-]\\d{2}:\\d{2}))?$' })

const bytes = () => integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Filters by contents, and by the people and links of the caller, which visitors of links do not have. */
const ofCaller = {
  content: optional(string({ minLength: 1, maxLength: maxSearchText })),
  owner: optional(string({ minLength: 1, maxLength: maxSearchText })),
  shared: optional(oneOf(['link', 'team', 'none'])),
}

/**
 * `filter`: `users` (admins) or an item kind. `in`: below this folder only. `scope`: `own` leaves out the items of other
 * accounts. `from`/`to`: modification time, `to` exclusive. `min`/`max`: bytes, files only. `extension`: of the name, files
 * only. Without `per_page`: at most 3 folders, then at most 3 files. Without `query`, but with a filter of items: the items
 * that match the filter, the latest changed first.
 */
const forAll = {
  query: optional(string({ minLength: 1, maxLength: maxSearchText })),
  filter: optional(oneOf(['users', ...itemKinds] as const)),
  in: optional(uuid()),
  scope: optional(oneOf(['own'])),
  from: optional(timestamp()),
  to: optional(timestamp()),
  min: optional(bytes()),
  max: optional(bytes()),
  extension: optional(string({ pattern: '^[A-Za-z0-9]{1,16}$' })),
  per_page: optional(integer({ minimum: 1, maximum: 50 })),
  cursor: optional(string({ maxLength: 200 })),
}
/** Query of a search by the visitor of a link. */
export const VisitorSearchQuery = object(forAll)

/**
 * `content`: words, all of which must be in the text of a file; those of `query` must then be in its name. `owner`: `me`, or a name or email of somebody the caller works with in team folders: their items, and those they have
 * added to team folders. Another text finds nothing, whether or not there is such an account. `shared`: `link` the own items
 * with an open link, `team` team folders and what is in them, `none` the own items that neither a link nor a team folder
 * opens, nor a folder above them.
 */
const SearchQuery = object({ ...forAll, ...ofCaller })
export type SearchQuery = Static<typeof SearchQuery>

/** An item and its ancestors, topmost first. `in_content`: a file that was found by its text, not by its name. */
const FoundItem = object({
  data: Item,
  meta: object({ path: array(ParentRef), in_content: optional(boolean()) }),
})
export type FoundItem = Static<typeof FoundItem>

/**
 * `more`: there are further hits; request them with `per_page`, and the next page with `next_cursor`. `total`: number of
 * all hits of the query; not `complete` when a common word has more than the search reads.
 */
const FoundItems = object({
  data: array(FoundItem),
  meta: object({ next_cursor: nullable(string()), more: boolean(), total: integer(), complete: boolean() }),
})
export type FoundItems = Static<typeof FoundItems>

/** User minimal, for admins. */
const FoundUser = object({
  data: object({
    id: uuid(),
    type: string(),
    attributes: object({
      name: string(),
      email: string(),
      color: string(),
      avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
    }),
  }),
})
export type FoundUser = Static<typeof FoundUser>
const FoundUsers = object({ data: array(FoundUser) })
export type FoundUsers = Static<typeof FoundUsers>

/**
 * The caller's files and folders by name, best first, then files by their content. With `filter=users` the accounts of the instance: 403 except for
 * admins.
 */
export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Search by name and content',
  access: 'session',
  query: SearchQuery,
  response: { 200: union([FoundItems, FoundUsers]) },
  errors: ['storage.invalid-cursor', 'storage.item-not-found', 'storage.index-building', 'storage.users-for-admins'],
})
