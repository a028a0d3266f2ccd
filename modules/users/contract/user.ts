import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  number,
  object,
  oneOf,
  openObject,
  optional,
  type Static,
  single,
  string,
  timestamp,
  unknown,
  uuid,
} from '../../shared/contract.ts'
import { AvatarUrls } from './fields.ts'

const themeModes = ['dark', 'light', 'system'] as const
export const emojiTypes = ['twemoji', 'native'] as const

/** The owner's permissions and, when something is blocked, the reason as an i18n key. */
export const Restrictions = object({
  canUpload: boolean(),
  canDownload: boolean(),
  canCreateFolder: boolean(),
  canCreateTeamFolder: boolean(),
  canInviteTeamMembers: boolean(),
  reason: nullable(string()),
})
export type Restrictions = Static<typeof Restrictions>

/** Bytes; `capacity` null = unlimited; `percentage` with two decimals, 0 without a limit. */
export const StorageUse = object({ used: integer(), capacity: nullable(integer()), percentage: number() })
export type StorageUse = Static<typeof StorageUse>

export const SettingsAttributes = object({
  avatar: AvatarUrls,
  name: string(),
  first_name: nullable(string()),
  last_name: nullable(string()),
  address: nullable(string()),
  city: nullable(string()),
  state: nullable(string()),
  postal_code: nullable(string()),
  /** ISO 3166, two letters. */
  country: nullable(string()),
  phone_number: nullable(string()),
  vat_number: nullable(string()),
  /** An IANA name or an offset as `+05:45`; both fit Intl. */
  timezone: nullable(string()),
  locale: nullable(string()),
  theme_mode: oneOf(themeModes),
  emoji_type: oneOf(emojiTypes),
})

const Wrapped = object({ data: array(unknown()) })

export const User = object({
  id: uuid(),
  type: string(),
  attributes: object({
    name: string(),
    email: string(),
    avatar: AvatarUrls,
    color: string(),
    role: oneOf(['user', 'admin']),
    email_verified_at: nullable(timestamp()),
    two_factor_authentication: boolean(),
    two_factor_confirmed_at: nullable(timestamp()),
    socialite_account: boolean(),
    storage: StorageUse,
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  relationships: object({
    settings: single(object({ id: uuid(), type: string(), attributes: SettingsAttributes })),
    /** Folders of the sidebar, each wrapped in `data`. */
    favourites: array(unknown()),
    readNotifications: Wrapped,
    unreadNotifications: Wrapped,
    creditCards: Wrapped,
    /** The running subscription. */
    subscription: optional(unknown()),
    /** Prepaid balance of a metered subscription; the following fields belong to it, too. */
    balance: optional(unknown()),
    alert: optional(unknown()),
    failedPayments: optional(Wrapped),
  }),
  meta: object({
    restrictions: Restrictions,
    /** `max_storage_amount`, `max_team_members` of fixed plans; empty for the others. */
    limitations: openObject({}),
    /** `costEstimate`, `featureEstimates` of metered plans; empty for the others. */
    usages: openObject({}),
    /** Minor units; of a metered subscription. */
    totalDebt: optional(object({ amount: integer(), currency: string(), formatted: string() })),
  }),
})
export type User = Static<typeof User>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'Read the own account',
  access: 'session',
  response: { 200: single(User) },
  errors: [],
})
