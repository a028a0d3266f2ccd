import {
  alias,
  array,
  boolean,
  endpoint,
  integer,
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
import { Email } from '../../users/contract.ts'
import { permission, ShareLink } from './share-link.ts'
import { token, tokenParams } from './tokens.ts'

/** Hours offered until a link expires; the API accepts 1 to 168, and any date. */
export const expirationHours = [1, 2, 6, 12, 24, 48, 168] as const
export const maxRecipients = 50
export const minSharePassword = 6
export const maxSharePassword = 128
export const maxLabelLength = 120
export const maxSlugLength = 63
/** 6 to 63 characters, hyphens included: each is a token by `tokenPattern`, so that the link opens. */
export const slugPattern = `^(?=.{6,${maxSlugLength}}$)[a-z0-9]+(-[a-z0-9]+)*$`
const emails = () => array(Email, { maxItems: maxRecipients })

/** A missing field stays unchanged (edit) or gets its default (create); null clears it. */
const options = {
  permission: optional(permission()),
  password: optional(nullable(string({ maxLength: maxSharePassword }))),
  /** Hours from now. */
  expiration: optional(nullable(integer({ minimum: 1, maximum: 168 }))),
  expires_at: optional(nullable(timestamp())),
  download: optional(boolean()),
  max_downloads: optional(nullable(integer({ minimum: 1, maximum: 1_000_000 }))),
  slug: optional(nullable(string({ pattern: slugPattern }))),
  label: optional(nullable(string({ maxLength: maxLabelLength }))),
  allow_indexing: optional(boolean()),
  require_email_code: optional(boolean()),
  notify_on_download: optional(oneOf(['never', 'first', 'each'])),
}

export const CreateShareLink = object({
  id: uuid(),
  /** Anything but `folder` means file (D1). */
  type: string({ maxLength: 20 }),
  isPassword: optional(boolean()),
  emails: optional(emails()),
  ...options,
})
export type CreateShareLink = Static<typeof CreateShareLink>

export const createShareLink = endpoint({
  method: 'POST',
  path: '/api/share',
  summary: 'Create a share link',
  access: 'session',
  body: CreateShareLink,
  response: { 201: single(ShareLink) },
  errors: [
    'sharing.share-not-found',
    'sharing.permission-required',
    'sharing.password-required',
    'sharing.password-too-short',
    'sharing.slug-taken',
    'sharing.expiry-in-the-past',
    'sharing.recipients-required',
    'storage.item-not-found',
  ],
})

export const UpdateShareLink = object({ protected: optional(boolean()), ...options })
export type UpdateShareLink = Static<typeof UpdateShareLink>

export const updateShareLink = endpoint({
  method: 'PATCH',
  path: '/api/share/:token',
  summary: 'Change a share link',
  access: 'session',
  params: tokenParams(),
  body: UpdateShareLink,
  response: { 200: single(ShareLink) },
  errors: [
    'sharing.share-not-found',
    'sharing.password-required',
    'sharing.password-too-short',
    'sharing.slug-taken',
    'sharing.expiry-in-the-past',
    'sharing.recipients-required',
  ],
})

/** The same by PUT. */
export const replaceShareLink = alias(updateShareLink, { method: 'PUT' })

export const showShareLink = endpoint({
  method: 'GET',
  path: '/api/share/:token',
  summary: 'Read a share link',
  access: 'session',
  params: tokenParams(),
  response: { 200: single(ShareLink) },
  errors: ['sharing.share-not-found'],
})

/** Stands in the path of `revokeShareLinks` for a token when the body names the links. No link may have this name. */
export const revokeListPath = 'revoke'

/**
 * Without a body: revokes the link of the path. `POST /api/share/revoke` with `_method: delete`, and any other path with a
 * body: revokes the links of these `tokens`, and all links of these items; 422 for `revoke` without both. 404 for a foreign
 * token or item, and nothing is revoked.
 */
export const revokeShareLinks = endpoint({
  method: 'DELETE',
  path: '/api/share/:token',
  summary: 'Remove share links',
  access: 'session',
  params: tokenParams(),
  body: object({
    tokens: optional(array(token(), { minItems: 1, maxItems: 500 })),
    items: optional(array(uuid(), { minItems: 1, maxItems: 500 })),
  }),
  response: { 200: SuccessMessage },
  errors: ['sharing.share-not-found'],
})

export const shareLinkQr = endpoint({
  method: 'GET',
  path: '/api/share/:token/qr',
  summary: 'Read the QR code of a share link',
  access: 'session',
  params: tokenParams(),
  response: { 200: object({ type: string(), message: string(), data: object({ svg: string() }) }) },
  errors: ['sharing.share-not-found'],
})

export const mailShareLink = endpoint({
  method: 'POST',
  path: '/api/share/:token/email',
  summary: 'Send a share link by email',
  access: 'session',
  params: tokenParams(),
  body: object({ emails: array(Email, { minItems: 1, maxItems: maxRecipients }) }),
  response: { 200: SuccessMessage },
  errors: ['sharing.share-not-found', 'sharing.share-expired'],
})

export const removeShareRecipient = endpoint({
  method: 'DELETE',
  path: '/api/share/:token/recipients/:id',
  summary: 'Remove a person from a share link',
  access: 'session',
  params: object({ token: token(), id: uuid() }),
  response: { 204: null },
  errors: ['sharing.share-not-found', 'sharing.recipients-required'],
})
