import {
  boolean,
  content,
  endpoint,
  nullable,
  object,
  oneOf,
  type Static,
  single,
  string,
  timestamp,
} from '../../shared/contract.ts'
import { DataExport } from './data-export.ts'
import { AvatarUrls, Done, Email } from './fields.ts'
import { SettingsAttributes } from './user.ts'

/** Bytes of an uploaded picture. */
export const maxAvatarBytes = 10 * 1_024 * 1_024

/** The form's part `avatar`: JPEG, PNG, WebP, GIF or AVIF. It is cropped to its center and re-encoded. */
export const updateAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  summary: 'Replace the own picture',
  access: 'session',
  scope: 'account',
  bodyKind: 'stream',
  streamBody: { part: 'avatar' },
  response: { 200: object({ type: string(), message: string(), data: object({ avatar: AvatarUrls }) }) },
  errors: ['users.avatar-unreadable', 'platform.too-large', 'platform.too-many-attempts'],
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Delete the own picture',
  access: 'session',
  scope: 'account',
  response: { 204: null },
  errors: [],
})

/** `file`: the size and the random name of a picture, as in `avatar`. */
export const showAvatar = endpoint({
  method: 'GET',
  path: '/avatars/:file',
  summary: 'Download a picture of an account',
  access: 'public',
  params: object({ file: string({ pattern: '^(xs|sm|md)-[\\w-]{10,40}\\.webp$' }) }),
  response: { 200: content('image/webp', ['cache-control']) },
  errors: ['platform.not-found'],
})

/** A change of the email that waits for its confirmation by the old email, the new one or both. */
const PendingEmail = object({
  email: string(),
  old_confirmed: boolean(),
  new_confirmed: boolean(),
  expires_at: timestamp(),
})

/** `proven`: false until the account has shown that it reads what is sent to the email. */
export const EmailState = object({ email: string(), proven: boolean(), pending: nullable(PendingEmail) })
export type EmailState = Static<typeof EmailState>

export const getEmail = endpoint({
  method: 'GET',
  path: '/api/user/email',
  summary: 'Read the own email and its pending change',
  access: 'session',
  scope: 'account',
  response: { 200: object({ data: EmailState }) },
  errors: [],
})

/** Sends a link to the old and the new email. Requires a confirmed password (423). Errors: 422 `errors.email`, 429. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary: 'Ask to change the own email',
  access: 'session',
  scope: 'account',
  body: object({ email: Email }),
  response: { 202: Done },
  errors: ['users.password-confirmation-required'],
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/user/email',
  summary: 'Cancel the change of the own email',
  access: 'session',
  scope: 'account',
  response: { 204: null },
  errors: [],
})

/** Confirms one side by the token of its link. `completed`: both sides are confirmed, the email is changed. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/user/email/confirm',
  summary: 'Confirm one address of a changed email',
  access: 'public',
  scope: 'account',
  body: object({ token: string({ minLength: 1, maxLength: 200 }) }),
  response: { 200: object({ data: object({ completed: boolean() }) }) },
  errors: ['users.email-change-invalid'],
})

/** Data of the profile page. */
export const Profile = object({
  settings: single(object({ id: string(), type: oneOf(['settings']), attributes: SettingsAttributes })),
  email: EmailState,
  export: nullable(DataExport),
  /** Time of the account's deletion; null: it is not to be deleted. */
  deletion_at: nullable(timestamp()),
})
export type Profile = Static<typeof Profile>
