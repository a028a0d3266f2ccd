import { defineEntity, p } from '@mikro-orm/core'

const time = () => p.datetime().columnType('timestamptz')

/** Index → its columns; for the administrators' list of accounts. */
const listIndexes = {
  users_created_at_index: '(created_at, id)',
  users_name_search_index: '(sort_name, id) include (search_text)',
  users_email_search_index: '(lower(email), id) include (email, search_text)',
  users_role_index: '(role, id)',
  users_admins_index: "(created_at, id) where role = 'admin'",
  users_suspended_index: "(created_at, id) where status = 'suspended'",
  users_unverified_index: '(created_at, id) where email_verified_at is null',
  users_search_index: 'using gin (search_text gin_trgm_ops)',
}

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  indexes: [
    { name: 'users_email_unique', expression: 'create unique index users_email_unique on users (lower(email))' },
    {
      name: 'users_deletion_at_index',
      expression: 'create index users_deletion_at_index on users (deletion_at) where deletion_at is not null',
    },
    ...Object.entries(listIndexes).map(([name, on]) => ({ name, expression: `create index ${name} on users ${on}` })),
  ],
  checks: [
    { name: 'users_role_check', expression: "role in ('user', 'admin')" },
    { name: 'users_status_check', expression: "status in ('active', 'suspended')" },
    { name: 'users_theme_mode_check', expression: "theme_mode in ('dark', 'light', 'system')" },
    { name: 'users_emoji_type_check', expression: "emoji_type in ('twemoji', 'native')" },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    /** Normalized by `normalEmail`; unique in lower case. */
    email: p.text(),
    emailVerifiedAt: time().fieldName('email_verified_at').nullable(),
    /**
     * When a link to the email, an identity provider or an administrator proved whose it is; verified accounts may lack
     * it.
     */
    emailProvenAt: time().fieldName('email_proven_at').nullable(),
    passwordHash: p.text().fieldName('password_hash').nullable(),
    oauthProvider: p.text().fieldName('oauth_provider').nullable(),
    role: p.text().$type<'user' | 'admin'>().default('user'),
    status: p.text().$type<'active' | 'suspended'>().default('active'),
    firstName: p.text().fieldName('first_name').nullable(),
    lastName: p.text().fieldName('last_name').nullable(),
    address: p.text().nullable(),
    city: p.text().nullable(),
    state: p.text().nullable(),
    postalCode: p.text().fieldName('postal_code').nullable(),
    country: p.text().nullable(),
    phoneNumber: p.text().fieldName('phone_number').nullable(),
    /** VAT number of a business, with the two letters of its country in the EU. */
    vatNumber: p.text().fieldName('vat_number').nullable(),
    /** File name of the picture, from which the URLs of its sizes are made. */
    avatar: p.text().nullable(),
    color: p.text(),
    timezone: p.text().nullable(),
    locale: p.text().nullable(),
    themeMode: p.text().$type<'dark' | 'light' | 'system'>().fieldName('theme_mode').default('system'),
    emojiType: p.text().$type<'twemoji' | 'native'>().fieldName('emoji_type').default('twemoji'),
    twoFactorSecret: p.text().fieldName('two_factor_secret').nullable(),
    twoFactorRecoveryCodes: p.json().fieldName('two_factor_recovery_codes').nullable(),
    twoFactorConfirmedAt: time().fieldName('two_factor_confirmed_at').nullable(),
    twoFactorLastStep: p.bigint('number').fieldName('two_factor_last_step').nullable(),
    /** Overrides the installation's limit, in bytes; null: no override. */
    maxStorageBytes: p.bigint('number').fieldName('max_storage_bytes').nullable(),
    maxTeamMembers: p.integer().fieldName('max_team_members').nullable(),
    /** Null: the account was never signed in to. The audit log, which says so too, deletes its entries after a while. */
    firstSignedInAt: time().fieldName('first_signed_in_at').nullable(),
    /** Time at which the account is deleted with all it owns. */
    deletionAt: time().fieldName('deletion_at').nullable(),
    /**
     * Null: its owner asked for it. `requested`, without a time: its owner asked for it, and it waits while the account is
     * suspended. `ordered`: by an administrator.
     */
    deletionReason: p.text().$type<'unverified' | 'requested' | 'ordered'>().fieldName('deletion_reason').nullable(),
    suspendedAt: time().fieldName('suspended_at').nullable(),
    /** Written by the administrator who suspended the account, for administrators. */
    suspensionReason: p.text().fieldName('suspension_reason').nullable(),
    /** The name that lists show. */
    sortName: p
      .text()
      .fieldName('sort_name')
      .collation('natural_name')
      .generated(
        "(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) stored",
      )
      .nullable(),
    /** Name and email, folded, with its domain in ASCII and in Unicode; each word begins with a blank. */
    searchText: p
      .text()
      .fieldName('search_text')
      .generated(
        "(public.search_fold(' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || public.searchable_email(email))) stored",
      )
      .nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    updatedAt: time()
      .fieldName('updated_at')
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
})
