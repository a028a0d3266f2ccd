import { toIso } from '../../shared/contract.ts'
import type { Restrictions, StorageUse, User } from '../contract.ts'
import type { Account } from './account.ts'
import { avatarUrls, displayName, shownEmail } from './names.ts'

/** Minor units, and the amount in the user's language. */
interface SectionMoney {
  amount: number
  currency: string
  formatted: string
}

/** Billing's section. `subscription` needs a running subscription, the fields from `balance` on a metered one. */
export interface BillingSection {
  /** Each is wrapped in `data`, like failed payments. */
  creditCards: unknown[]
  subscription?: unknown
  balance?: unknown
  alert?: unknown
  failedPayments?: { data: unknown[] }
  totalDebt?: SectionMoney
}

/** The sections of `GET /api/user` that other modules provide. */
export interface SectionValues {
  storage: StorageUse
  restrictions: Restrictions
  limitations: Record<string, unknown>
  usages: Record<string, unknown>
  favourites: unknown[]
  readNotifications: unknown[]
  unreadNotifications: unknown[]
  billing: BillingSection
}

/** Values of sections that no module provides. */
export const emptySections: SectionValues = {
  storage: { used: 0, capacity: null, percentage: 0 },
  restrictions: {
    canUpload: true,
    canDownload: true,
    canCreateFolder: true,
    canCreateTeamFolder: true,
    canInviteTeamMembers: true,
    reason: null,
  },
  limitations: {},
  usages: {},
  favourites: [],
  readNotifications: [],
  unreadNotifications: [],
  billing: { creditCards: [] },
}

/** Account → Settings resource. */
export const presentSettings = (account: Account) => ({
  id: account.id,
  type: 'settings' as const,
  attributes: {
    avatar: avatarUrls(account.avatar),
    name: displayName(account),
    first_name: account.first_name,
    last_name: account.last_name,
    address: account.address,
    city: account.city,
    state: account.state,
    postal_code: account.postal_code,
    country: account.country,
    phone_number: account.phone_number,
    vat_number: account.vat_number,
    timezone: account.timezone,
    locale: account.locale,
    theme_mode: account.theme_mode,
    emoji_type: account.emoji_type,
  },
})

/** Account → User resource. */
export const presentUser = (account: Account, sections: SectionValues): User => {
  const name = displayName(account)
  const avatar = avatarUrls(account.avatar)
  const { creditCards, totalDebt, ...billing } = sections.billing
  return {
    id: account.id,
    type: 'user',
    attributes: {
      name,
      email: shownEmail(account.email),
      avatar,
      color: account.color,
      role: account.role,
      email_verified_at: toIso(account.email_verified_at),
      two_factor_authentication: Boolean(account.two_factor_secret),
      two_factor_confirmed_at: toIso(account.two_factor_confirmed_at),
      socialite_account: !account.password_hash,
      storage: sections.storage,
      created_at: account.created_at.toISOString(),
      updated_at: account.updated_at.toISOString(),
    },
    relationships: {
      settings: { data: presentSettings(account) },
      favourites: sections.favourites,
      readNotifications: { data: sections.readNotifications },
      unreadNotifications: { data: sections.unreadNotifications },
      creditCards: { data: creditCards },
      ...billing,
    },
    meta: {
      restrictions: sections.restrictions,
      limitations: sections.limitations,
      usages: sections.usages,
      ...(totalDebt ? { totalDebt } : {}),
    },
  }
}
