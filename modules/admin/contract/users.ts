import { AccountPlan } from '../../billing/contract.ts'
import {
  array,
  BoundedMeta,
  boolean,
  content,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  oneOfAnyCase,
  optional,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { AvatarUrls, SettingsAttributes, StorageUse } from '../../users/contract.ts'

export const userRoles = ['user', 'admin'] as const
export const userStatuses = ['active', 'suspended'] as const

/** An account as administrators see it. */
export const AdminUser = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    email: string(),
    avatar: AvatarUrls,
    color: string(),
    role: oneOf(userRoles),
    status: oneOf(userStatuses),
    email_verified_at: nullable(timestamp()),
    /** Null for accounts that registered while verification was off; invitations need it. */
    email_proven_at: nullable(timestamp()),
    two_factor_authentication: boolean(),
    /** Signs in without a password. */
    socialite_account: boolean(),
    storage: StorageUse,
    /** Null: none, or accounts are not billed. */
    plan: nullable(AccountPlan),
    suspended_at: nullable(timestamp()),
    suspension_reason: nullable(string()),
    /** Time at which the account will be deleted with all it owns. */
    deletion_at: nullable(timestamp()),
    created_at: timestamp(),
  }),
})
export type AdminUser = Static<typeof AdminUser>

/** Accounts without paging, each wrapped in `data`. */
export const NewestUsers = object({ data: array(object({ data: AdminUser })) })
export type NewestUsers = Static<typeof NewestUsers>

/** Number of accounts. */
export const UserCounts = object({ total: integer(), suspended: integer(), unverified: integer(), admins: integer() })
export type UserCounts = Static<typeof UserCounts>

/** An account with its personal details, which administrators only read. */
export const AdminUserDetails = object({
  ...AdminUser.properties,
  relationships: object({ settings: single(object({ id: uuid(), type: string(), attributes: SettingsAttributes })) }),
  meta: object({
    sessions: integer(),
    passkeys: integer(),
    tokens: integer(),
    /** Its owner has asked for the deletion, which waits while the account is suspended. */
    deletion_waits: boolean(),
    /** Its owner has not asked for the deletion, and a reactivation cancels it. */
    deletion_ordered: boolean(),
    /** The account's own limit; null: the installation's. 0: none. */
    max_storage_bytes: nullable(integer()),
    /** Maximum number of people it may invite into team folders; null: the installation's limit; -1: unlimited. */
    max_team_members: nullable(integer()),
    /** The own limits that have an effect: subscribers have the limits of their plan instead. */
    own_limits: object({ storage: boolean(), members: boolean() }),
  }),
})
export type AdminUserDetails = Static<typeof AdminUserDetails>

export const userSorts = ['id', 'name', 'email', 'role', 'created_at', 'used'] as const
export type UserSort = (typeof userSorts)[number]

/**
 * Filters and order of the list. Words of `search` begin or, from three characters, are contained in name or email.
 * `subscription` and `plan` filter by subscriptions to fixed plans; `none`: the free plan.
 */
const filters = {
  search: optional(string({ maxLength: 200 })),
  role: optional(oneOf(userRoles)),
  status: optional(oneOf(userStatuses)),
  verified: optional(oneOf(['yes', 'no'])),
  subscription: optional(oneOf(['none', 'active', 'cancelled'])),
  plan: optional(uuid()),
  sort: optional(oneOf(userSorts)),
  direction: optional(oneOfAnyCase(['ASC', 'DESC'])),
}

export const UserQuery = object({
  ...filters,
  page: listQuery.page,
  cursor: optional(string({ maxLength: 1_500 })),
  per_page: listQuery.per_page,
})
export type UserQuery = Static<typeof UserQuery>

export const AdminUserPage = object({
  data: array(object({ data: AdminUser })),
  meta: BoundedMeta,
})
export type AdminUserPage = Static<typeof AdminUserPage>

export const userParam = object({ id: uuid() })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List accounts',
  access: 'admin',
  scope: 'account',
  query: UserQuery,
  response: { 200: AdminUserPage },
  errors: ['admin.invalid-cursor'],
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export.csv',
  summary: 'Download the list of accounts as CSV',
  access: 'admin',
  scope: 'account',
  query: object(filters),
  response: { 200: content('text/csv', ['content-disposition', 'cache-control']) },
  errors: [],
})

export const showUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Read an account',
  access: 'admin',
  scope: 'account',
  params: userParam,
  response: { 200: single(AdminUserDetails) },
  errors: [],
})
