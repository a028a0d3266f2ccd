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
  SuccessMessage,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { FolderQuery, Listing } from '../../storage/contract.ts'
import { Email } from '../../users/contract.ts'
import { token, tokenOnly } from './tokens.ts'

/** Hours offered for the end of a link (PRODUCT.md §3); any whole number up to 168 is taken, and any date. */
export const expirationHours = [1, 2, 6, 12, 24, 48, 168] as const
export const maxRecipients = 50
export const minSharePassword = 6
export const slugPattern = '^[a-z0-9](-?[a-z0-9]){5,62}$'
const permission = () => oneOf(['visitor', 'editor'])
export type SharePermission = 'visitor' | 'editor'
const emails = () => array(Email, { maxItems: maxRecipients })

/** What the link's owner sees of it. */
export const Share = object({
  id: uuid(),
  type: string(),
  attributes: object({
    item_id: uuid(),
    type: oneOf(['file', 'folder']),
    token: string(),
    slug: nullable(string()),
    link: string(),
    label: nullable(string()),
    permission: permission(),
    protected: boolean(),
    /** Hours as chosen; 0: none was. */
    expire_in: integer(),
    expires_at: nullable(timestamp()),
    download: boolean(),
    max_downloads: nullable(integer()),
    downloads: integer(),
    opened: integer(),
    allow_indexing: boolean(),
    verify_recipients: boolean(),
    notify: oneOf(['never', 'first', 'each']),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  relationships: object({
    recipients: array(object({ id: uuid(), email: string(), verified_at: nullable(timestamp()) })),
  }),
})
export type Share = Static<typeof Share>

/** Missing: as it is (edit) or the default (create); null takes it away. */
const options = {
  permission: optional(permission()),
  password: optional(nullable(string({ maxLength: 128 }))),
  /** Hours from now. */
  expiration: optional(nullable(integer({ minimum: 1, maximum: 168 }))),
  expires_at: optional(nullable(timestamp())),
  download: optional(boolean()),
  max_downloads: optional(nullable(integer({ minimum: 1, maximum: 1_000_000 }))),
  slug: optional(nullable(string({ pattern: slugPattern }))),
  label: optional(nullable(string({ maxLength: 120 }))),
  allow_indexing: optional(boolean()),
  verify_recipients: optional(boolean()),
  notify: optional(oneOf(['never', 'first', 'each'])),
}

export const CreateShare = object({
  id: uuid(),
  /** Anything but `folder` means file (API.md D1). */
  type: string({ maxLength: 20 }),
  isPassword: optional(boolean()),
  emails: optional(emails()),
  ...options,
})
export type CreateShare = Static<typeof CreateShare>

export const createShare = endpoint({
  method: 'POST',
  path: '/api/share',
  access: 'session',
  body: CreateShare,
  response: { 201: single(Share) },
})

export const UpdateShare = object({ protected: optional(boolean()), ...options })
export type UpdateShare = Static<typeof UpdateShare>

export const updateShare = endpoint({
  method: 'PATCH',
  path: '/api/share/:token',
  access: 'session',
  params: tokenOnly(),
  body: UpdateShare,
  response: { 200: single(Share) },
})

export const showShare = endpoint({
  method: 'GET',
  path: '/api/share/:token',
  access: 'session',
  params: tokenOnly(),
  response: { 200: single(Share) },
})

/**
 * `POST /api/share/revoke` with `_method: delete` (PRODUCT.md §7): these links, and all links of these items. All or
 * none: a foreign token or item is 404.
 */
export const revokeShares = endpoint({
  method: 'DELETE',
  path: '/api/share/:token',
  access: 'session',
  params: tokenOnly(),
  body: object({
    tokens: optional(array(token(), { minItems: 1, maxItems: 500 })),
    items: optional(array(uuid(), { minItems: 1, maxItems: 500 })),
  }),
  response: { 200: SuccessMessage },
})

export const shareQr = endpoint({
  method: 'GET',
  path: '/api/share/:token/qr',
  access: 'session',
  params: tokenOnly(),
  response: { 200: object({ type: string(), message: string(), data: object({ svg: string() }) }) },
})

export const mailShare = endpoint({
  method: 'POST',
  path: '/api/share/:token/email',
  access: 'session',
  params: tokenOnly(),
  body: object({ emails: array(Email, { minItems: 1, maxItems: maxRecipients }) }),
  response: { 200: SuccessMessage },
})

export const removeRecipient = endpoint({
  method: 'DELETE',
  path: '/api/share/:token/recipients/:id',
  access: 'session',
  params: object({ token: token(), id: uuid() }),
  response: { 204: null },
})

/** All links of one item, newest first. */
export const itemShares = endpoint({
  method: 'GET',
  path: '/api/items/:id/shares',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: object({ data: array(object({ data: Share })) }) },
})

/** The caller's items with a link, as a folder's content; each carries its newest link in `relationships.shared`. */
export const browseShared = endpoint({
  method: 'GET',
  path: '/api/browse/share',
  access: 'session',
  query: FolderQuery,
  response: { 200: Listing },
})

const AccessEntry = object({
  id: integer(),
  at: timestamp(),
  kind: oneOf(['opened', 'downloaded', 'uploaded']),
  /** Empty: browsers that were too many to be told apart; `people` of them. */
  visitor: string(),
  people: integer(),
  recipient: nullable(string()),
  item: nullable(object({ id: nullable(uuid()), name: string() })),
  bytes: integer(),
  completed: boolean(),
  address: nullable(string()),
})
export type AccessEntry = Static<typeof AccessEntry>

/** Who opened, downloaded, uploaded; newest first. */
export const shareLog = endpoint({
  method: 'GET',
  path: '/api/share/:token/log',
  access: 'session',
  params: tokenOnly(),
  query: object({ cursor: listQuery.cursor, per_page: listQuery.per_page }),
  response: { 200: object({ data: array(AccessEntry), meta: object({ next_cursor: nullable(string()) }) }) },
})

export const shareLogCsv = endpoint({
  method: 'GET',
  path: '/api/share/:token/log.csv',
  access: 'session',
  params: tokenOnly(),
  response: { 200: null },
})
