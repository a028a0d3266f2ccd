import type { Db } from '../../../platform/index.ts'
import { hashPassword } from '../../../users/index.ts'
import { minSharePassword, type UpdateShare } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'

/** Columns to write; a key that is missing stays as it is. */
export type Changes = Partial<Record<string, unknown>>

/**
 * What a person asks of a link, as columns. 422 for a short password or an end that is over.
 * The password is hashed before any transaction begins: hashing takes long and must not hold locks.
 */
export const changesOf = async (db: Db, input: UpdateShare): Promise<Changes> => {
  const changes: Changes = {}
  const copy = (field: keyof UpdateShare, column: string) => {
    if (input[field] !== undefined) changes[column] = input[field]
  }
  copy('permission', 'permission')
  copy('download', 'allow_download')
  copy('max_downloads', 'max_downloads')
  copy('slug', 'slug')
  copy('label', 'label')
  copy('allow_indexing', 'allow_indexing')
  copy('verify_recipients', 'verify_recipients')
  copy('notify', 'notify')
  if (input.expiration !== undefined || input.expires_at !== undefined) {
    changes.expire_in = input.expiration ?? null
    changes.expires_at = await endOf(db, input)
  }
  if (input.password === null) changes.password_hash = null
  else if (input.password !== undefined) {
    if (input.password.length < minSharePassword) throw sharingErrors.fail('password-too-short')
    changes.password_hash = await hashPassword(input.password)
  }
  return changes
}

const endOf = async (db: Db, { expiration, expires_at }: UpdateShare): Promise<Date | null> => {
  if (expiration) return new Date((await db.now()).getTime() + expiration * 3_600_000)
  if (!expires_at) return null
  const end = new Date(expires_at)
  if (!(end > (await db.now()))) throw sharingErrors.fail('expiry-in-the-past')
  return end
}
