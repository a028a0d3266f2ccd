/** One account as its row is. Never sent as it is: `presentUser` names what leaves. */
export interface Account {
  id: string
  email: string
  email_verified_at: Date | null
  password_hash: string | null
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  first_name: string | null
  last_name: string | null
  address: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
  phone_number: string | null
  avatar: string | null
  color: string
  timezone: string | null
  locale: string | null
  theme_mode: 'dark' | 'light' | 'system'
  emoji_type: 'twemoji' | 'native'
  two_factor_secret: string | null
  two_factor_confirmed_at: Date | null
  /** Own limit in bytes; null: the installation's. */
  max_storage_bytes: number | null
  max_team_members: number | null
  created_at: Date
  updated_at: Date
}

export const accountColumns = [
  'id, email, email_verified_at, password_hash, role, status, first_name, last_name, address, city, state',
  'postal_code, country, phone_number, avatar, color, timezone, locale, theme_mode, emoji_type, two_factor_secret',
  'two_factor_confirmed_at, max_storage_bytes, max_team_members, created_at, updated_at',
].join(', ')
