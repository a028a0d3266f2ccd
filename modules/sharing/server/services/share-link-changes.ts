import type { Updateable } from 'kysely'
import type { Db } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import { hashPassword } from '../../../users/index.ts'
import { minSharePassword, revokeListPath, type UpdateShareLink } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'

/** Columns to write; missing ones stay unchanged. */
type ShareLinkChanges = Updateable<SharingTables['shares']>

/** Fields of the API that set columns in another way, below or in `ShareLinks.update`. */
type Computed = 'protected' | 'password' | 'expiration' | 'expires_at'

/** Columns by the field of the API that sets them. */
const columns = {
  permission: 'permission',
  download: 'allow_download',
  max_downloads: 'max_downloads',
  slug: 'slug',
  label: 'label',
  allow_indexing: 'allow_indexing',
  require_email_code: 'require_email_code',
  notify_on_download: 'notify_on_download',
} as const satisfies Record<Exclude<keyof UpdateShareLink, Computed>, keyof ShareLinkChanges>

/**
 * The columns that a call of the owner changes; forms send an empty password for none. 422 for a short password, an expiry in the
 * past or the slug of another call's path.
 * Called before any transaction: hashing the password takes long and must not hold locks.
 */
export const shareLinkChangesOf = async (
  db: Db,
  ownerId: string,
  input: UpdateShareLink,
): Promise<ShareLinkChanges> => {
  if (input.slug === revokeListPath) throw sharingErrors.fail('slug-taken')
  const changes: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns) as [keyof typeof columns, string][])
    if (input[field] !== undefined) changes[column] = input[field]
  if (input.expiration !== undefined || input.expires_at !== undefined) {
    changes.expires_in_hours = input.expiration ?? null
    changes.expires_at = await expiryOf(db, input)
  }
  if (input.password === null) changes.password_hash = null
  else if (input.password) {
    if (input.password.length < minSharePassword) throw sharingErrors.fail('password-too-short')
    changes.password_hash = await hashPassword(input.password, ownerId)
  }
  return changes as ShareLinkChanges
}

const expiryOf = async (db: Db, { expiration, expires_at }: UpdateShareLink): Promise<Date | null> => {
  if (expiration) return new Date((await db.now()).getTime() + expiration * hourMs)
  if (!expires_at) return null
  const expiry = new Date(expires_at)
  if (!(expiry > (await db.now()))) throw sharingErrors.fail('expiry-in-the-past')
  return expiry
}
