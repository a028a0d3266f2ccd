import type { Restrictions, StorageUse, User } from '../contract.ts'
import type { Account } from './account.ts'
import { avatarUrls, displayName } from './names.ts'

/** The parts of `GET /api/user` that other modules fill (ARCHITECTURE.md, tool 4); here is what they are without them. */
export interface UserSections {
  storage: StorageUse
  restrictions: Restrictions
  limitations: Record<string, unknown>
  usages: Record<string, unknown>
  favourites: unknown[]
  readNotifications: unknown[]
  unreadNotifications: unknown[]
  creditCards: unknown[]
}

export const emptySections: UserSections = {
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
  creditCards: [],
}

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Account → User resource (API.md §3.1). */
export const presentUser = (account: Account, parts: UserSections): User => {
  const name = displayName(account)
  const avatar = avatarUrls(account.avatar)
  return {
    id: account.id,
    type: 'user',
    attributes: {
      name,
      email: account.email,
      avatar,
      color: account.color,
      role: account.role,
      email_verified_at: iso(account.email_verified_at),
      two_factor_authentication: Boolean(account.two_factor_secret),
      two_factor_confirmed_at: iso(account.two_factor_confirmed_at),
      socialite_account: !account.password_hash,
      storage: parts.storage,
      created_at: account.created_at.toISOString(),
      updated_at: account.updated_at.toISOString(),
    },
    relationships: {
      settings: {
        data: {
          id: account.id,
          type: 'settings',
          attributes: {
            avatar,
            name,
            first_name: account.first_name,
            last_name: account.last_name,
            address: account.address,
            city: account.city,
            state: account.state,
            postal_code: account.postal_code,
            country: account.country,
            phone_number: account.phone_number,
            timezone: account.timezone,
            locale: account.locale,
            theme_mode: account.theme_mode,
            emoji_type: account.emoji_type,
          },
        },
      },
      favourites: parts.favourites,
      readNotifications: { data: parts.readNotifications },
      unreadNotifications: { data: parts.unreadNotifications },
      creditCards: { data: parts.creditCards },
    },
    meta: { restrictions: parts.restrictions, limitations: parts.limitations, usages: parts.usages },
  }
}
