import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from './user.entity.ts'

const time = () => p.datetime().columnType('timestamptz')
const owner = () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade')

/** A signed-in browser. Only the SHA-256 of its cookie is stored. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  indexes: [{ name: 'sessions_user_id_index', properties: ['userId'] }],
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

/** Authenticates programs: `Authorization: Bearer`. Only its SHA-256 is stored. */
export const PersonalAccessTokenEntity = defineEntity({
  name: 'PersonalAccessToken',
  tableName: 'personal_access_tokens',
  indexes: [
    { name: 'personal_access_tokens_user_id_index', properties: ['userId'] },
    { name: 'personal_access_tokens_made_by_index', properties: ['madeBy'] },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: owner,
    name: p.text(),
    tokenHash: p.blob().fieldName('token_hash').unique('personal_access_tokens_token_hash_unique'),
    scopes: p.json<string[]>().columnType('jsonb').default('["read", "write", "account"]'),
    /** Made by a sign-in with the password: it ends with the sessions. */
    isSignIn: p.boolean().fieldName('is_sign_in').default(false),
    /** Made by a token of a sign-in: it does not make room for the next sign-in. */
    madeByToken: p.boolean().fieldName('made_by_token').default(false),
    /** The token that made it, with which it ends. Null: a session or a sign-in has, or a token of a sign-in that has signed out. */
    madeBy: () =>
      p
        .manyToOne(PersonalAccessTokenEntity)
        .mapToPk()
        .fieldName('made_by')
        .nullable()
        .deleteRule('cascade')
        .updateRule('no action'),
    expiresAt: time().fieldName('expires_at').nullable(),
    lastUsedAt: time().fieldName('last_used_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

export type EmailTokenPurpose = 'verify-email' | 'reset-password'

/** The token of a link sent by email: 256 bits, single use. Only its SHA-256 is stored. */
export const EmailTokenEntity = defineEntity({
  name: 'EmailToken',
  tableName: 'email_tokens',
  indexes: [{ name: 'email_tokens_user_id_index', properties: ['userId'] }],
  checks: [{ name: 'email_tokens_purpose_check', expression: "purpose in ('verify-email', 'reset-password')" }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: owner,
    purpose: p.text().$type<EmailTokenPurpose>(),
    tokenHash: p.blob().fieldName('token_hash').unique('email_tokens_token_hash_unique'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    expiresAt: time().fieldName('expires_at'),
    usedAt: time().fieldName('used_at').nullable(),
  },
})
