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

/** Folders and files of an answer to a call that does not say how many it wants (API.md §0, list sizes). */
export const searchCounts = { folders: 3, files: 3 } as const
export const maxSearchText = 200

/** An instant, ISO 8601, or a day (`2026-11-21`, UTC). */
const moment = () => string({ maxLength: 40, pattern: '^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]+(Z|[+-]\\d{2}:\\d{2}))?$' })

const bytes = () => integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * `filter`: `users` (admins), or the kind of items wanted. `in`: only below this folder. `from`/`to`: when it was
 * modified, `to` exclusive. `min`/`max`: bytes, files only. Without `per_page`: at most 3 folders, then at most 3 files.
 */
const SearchQuery = object({
  query: string({ minLength: 1, maxLength: maxSearchText }),
  filter: optional(oneOf(['users', ...itemKinds] as const)),
  in: optional(uuid()),
  from: optional(moment()),
  to: optional(moment()),
  min: optional(bytes()),
  max: optional(bytes()),
  per_page: optional(integer({ minimum: 1, maximum: 50 })),
  cursor: optional(string({ maxLength: 200 })),
})
export type SearchQuery = Static<typeof SearchQuery>

/** An item with the folders above it, topmost first. */
const FoundItem = object({ data: Item, meta: object({ path: array(ParentRef) }) })
export type FoundItem = Static<typeof FoundItem>

/** `more`: there are others than these; ask with `per_page`, and on with `next_cursor`. */
const FoundItems = object({
  data: array(FoundItem),
  meta: object({ next_cursor: nullable(string()), more: boolean() }),
})
export type FoundItems = Static<typeof FoundItems>

/** User minimal (API.md §3.2), for admins. */
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

/** Files and folders of the caller by name, best first; with `filter=users` the instance's people, 403 but for admins. */
export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Search by name',
  access: 'session',
  query: SearchQuery,
  response: { 200: union([FoundItems, FoundUsers]) },
  errors: ['storage.bad-cursor', 'storage.item-not-found', 'storage.search-preparing', 'storage.users-for-admins'],
})
