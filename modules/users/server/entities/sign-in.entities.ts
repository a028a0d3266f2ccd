import { defineEntity, p } from '@mikro-orm/core'
import type { SignInProvider } from '../../contract.ts'
import { UserEntity } from './user.entity.ts'

const time = () => p.datetime().columnType('timestamptz')

/** `second-factor`: the password was right. `passkey`: its challenge. `oauth`: on the way to and from a provider. */
export type ChallengePurpose = 'second-factor' | 'passkey' | 'oauth'

/** A half-finished sign-in of one browser. Only the SHA-256 of its cookie is stored. */
export const SignInChallengeEntity = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenges',
  indexes: [{ name: 'sign_in_challenges_user_id_index', properties: ['userId'] }],
  checks: [
    { name: 'sign_in_challenges_purpose_check', expression: "purpose in ('second-factor', 'passkey', 'oauth')" },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    tokenHash: p.blob().fieldName('token_hash').unique('sign_in_challenges_token_hash_unique'),
    purpose: p.text().$type<ChallengePurpose>(),
    userId: () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade').nullable(),
    data: p.json<Record<string, unknown>>().columnType('jsonb').default('{}'),
    expiresAt: time().fieldName('expires_at'),
  },
})

/** An account at an identity provider that signs in to an account. */
export const SignInIdentityEntity = defineEntity({
  name: 'SignInIdentity',
  tableName: 'sign_in_identities',
  indexes: [
    {
      name: 'sign_in_identities_subject_unique',
      expression: 'create unique index sign_in_identities_subject_unique on sign_in_identities (provider, subject)',
    },
    {
      name: 'sign_in_identities_user_unique',
      expression: 'create unique index sign_in_identities_user_unique on sign_in_identities (user_id, provider)',
    },
  ],
  checks: [
    {
      name: 'sign_in_identities_provider_check',
      expression: "provider in ('google', 'github', 'facebook', 'openid')",
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade'),
    provider: p.text().$type<SignInProvider>(),
    /** The person's permanent id at the provider; for `openid` with the issuer and a space before it. */
    subject: p.text(),
    email: p.text().nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    lastUsedAt: time().fieldName('last_used_at').nullable(),
  },
})

/** A WebAuthn credential that signs in to an account. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  indexes: [{ name: 'passkeys_user_id_index', properties: ['userId'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    userId: () => p.manyToOne(UserEntity).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** Base64url. */
    credentialId: p.text().fieldName('credential_id').unique('passkeys_credential_id_unique'),
    publicKey: p.blob().fieldName('public_key'),
    counter: p.bigint('number'),
    transports: p.json<string[]>().columnType('jsonb').default('[]'),
    name: p.text(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    lastUsedAt: time().fieldName('last_used_at').nullable(),
  },
})
