import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from './user.entity.ts'

const time = () => p.datetime().columnType('timestamptz')
const owner = () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade')

/** A browser that is signed in. Only the SHA-256 of its cookie is kept. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: owner,
    tokenHash: p.blob().fieldName('token_hash').unique('sessions_token_hash_unique'),
    remember: p.boolean().default(false),
    ip: p.text().nullable(),
    userAgent: p.text().fieldName('user_agent').nullable(),
    passwordConfirmedAt: time().fieldName('password_confirmed_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    lastSeenAt: time().fieldName('last_seen_at').defaultRaw('now()'),
    expiresAt: time().fieldName('expires_at'),
  },
})

/** For programs: `Authorization: Bearer`. */
export const PersonalTokenEntity = defineEntity({
  name: 'PersonalToken',
  tableName: 'personal_tokens',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: owner,
    name: p.text(),
    tokenHash: p.blob().fieldName('token_hash').unique('personal_tokens_token_hash_unique'),
    lastUsedAt: time().fieldName('last_used_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** What a mailed link carries: 256 bits, single use. */
export const MailTokenEntity = defineEntity({
  name: 'MailToken',
  tableName: 'mail_tokens',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: owner,
    purpose: p.text(),
    tokenHash: p.blob().fieldName('token_hash').unique('mail_tokens_token_hash_unique'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    expiresAt: time().fieldName('expires_at'),
    usedAt: time().fieldName('used_at').nullable(),
  },
})
