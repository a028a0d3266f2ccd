import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { FolderLevel, FolderQuery, Item, Listing, Tree } from '../../storage/contract.ts'
import { token, tokenParams } from './tokens.ts'

/** What a visitor sees of a link; of a locked one only that it is locked (A10). */
export const PublicShareLink = object({
  id: uuid(),
  type: string(),
  attributes: object({
    token: string(),
    link: string(),
    /** Whether it has a lock at all; `locked`: whether it is locked to this browser. */
    protected: boolean(),
    locked: boolean(),
    /** What opens it: a password, a code sent to one's address, or both. */
    required_factors: array(oneOf(['password', 'code'])),
    permission: optional(oneOf(['visitor', 'editor'])),
    item_id: optional(uuid()),
    type: optional(oneOf(['file', 'folder'])),
    /** Hours as the owner chose them; 0: none were. */
    expire_in: optional(integer()),
    expires_at: optional(nullable(timestamp())),
    download: optional(boolean()),
  }),
  relationships: object({
    item: optional(object({ data: Item })),
    owner: optional(
      object({
        name: string(),
        color: string(),
        avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
      }),
    ),
  }),
})

export type PublicShareLink = Static<typeof PublicShareLink>

export const visitorShowLink = endpoint({
  method: 'GET',
  path: '/api/sharing/:token',
  access: 'share',
  params: tokenParams(),
  response: { 200: object({ data: PublicShareLink }) },
})

/** Opens a protected link in this browser: by its password, by a mailed code, or by both where both are asked. */
export const unlockShareLink = endpoint({
  method: 'POST',
  path: '/api/sharing/authenticate/:token',
  access: 'share',
  params: tokenParams(),
  body: object({
    password: optional(string({ maxLength: 128 })),
    email: optional(string({ maxLength: 254 })),
    code: optional(string({ maxLength: 12 })),
  }),
  response: { 200: object({ data: PublicShareLink }) },
})

/** Sends a code to the address if it is on the link's list; the answer is the same either way. */
export const requestAccessCode = endpoint({
  method: 'POST',
  path: '/api/sharing/code/:token',
  access: 'share',
  params: tokenParams(),
  body: object({ email: string({ minLength: 3, maxLength: 254 }) }),
  response: { 204: null },
})

const withId = object({ id: string({ maxLength: 40 }), token: token() })

/** `id` that is no uuid: the shared folder itself. */
export const visitorBrowse = endpoint({
  method: 'GET',
  path: '/api/sharing/folders/:id/:token',
  access: 'share',
  params: withId,
  query: FolderQuery,
  response: { 200: Listing },
})

/** The file of a single-file link. */
export const visitorShowFile = endpoint({
  method: 'GET',
  path: '/api/sharing/file/:token',
  access: 'share',
  params: tokenParams(),
  response: { 200: object({ data: Item }) },
})

/** One section, `public`: the folders below the shared one as a tree; empty for a single-file link. */
export const visitorNavigation = endpoint({
  method: 'GET',
  path: '/api/sharing/navigation/:token',
  access: 'share',
  params: tokenParams(),
  response: { 200: array(Tree) },
})

export const visitorSubfolders = endpoint({
  method: 'GET',
  path: '/api/sharing/subfolders/:id/:token',
  access: 'share',
  params: withId,
  query: object({ cursor: listQuery.cursor }),
  response: { 200: FolderLevel },
})
