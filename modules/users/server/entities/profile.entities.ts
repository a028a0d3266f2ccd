import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from './user.entity.ts'

const time = () => p.datetime().columnType('timestamptz')
/** The primary key is the account: at most one row each. */
const ownerKey = () =>
  p.manyToOne(UserEntity).mapToPk().primary().fieldName('user_id').deleteRule('cascade').updateRule('no action')

/** The re-encoded picture of an account in its three sizes (WebP). */
export const UserAvatarEntity = defineEntity({
  name: 'UserAvatar',
  tableName: 'user_avatars',
  properties: {
    userId: ownerKey,
    /** Random, part of the URL: a new picture has a new URL. */
    name: p.text().unique('user_avatars_name_unique'),
    xs: p.blob(),
    sm: p.blob(),
    md: p.blob(),
  },
})

/** A change of an account's email that waits for both emails. Only the SHA-256 of the links' tokens is stored. */
export const EmailChangeEntity = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    userId: ownerKey,
    email: p.text(),
    oldTokenHash: p.blob().fieldName('old_token_hash').unique('email_changes_old_token_hash_unique'),
    newTokenHash: p.blob().fieldName('new_token_hash').unique('email_changes_new_token_hash_unique'),
    oldConfirmedAt: time().fieldName('old_confirmed_at').nullable(),
    newConfirmedAt: time().fieldName('new_confirmed_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    expiresAt: time().fieldName('expires_at'),
    /** The new email was confirmed in a session of the account. */
    newProven: p.boolean().fieldName('new_proven').default(false),
  },
})

/** An export of an account's data; at most one each. The row has its state only, not the data. */
export const DataExportEntity = defineEntity({
  name: 'DataExport',
  tableName: 'data_exports',
  properties: {
    userId: ownerKey,
    requestedAt: time().fieldName('requested_at').defaultRaw('now()'),
    /** Null while it is being prepared. */
    readyAt: time().fieldName('ready_at').nullable(),
    expiresAt: time().fieldName('expires_at').nullable(),
  },
})
