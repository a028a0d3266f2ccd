interface Named {
  first_name: string | null
  last_name: string | null
}

/** First word → first name, the rest → last name (API.md §1.5). */
export const splitName = (name: string): { first: string; last: string | null } => {
  const [first = '', ...rest] = name.normalize('NFC').trim().split(/\s+/)
  return { first, last: rest.join(' ') || null }
}

/** What strangers may call a person: never the address; empty when no name was given. */
export const publicName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** What to call a person; the address when no name was given. */
export const displayName = (person: Named & { email: string }): string => publicName(person) || person.email

/** API.md §1.6: an account's color, chosen at random. */
export const userColors = [
  '#1BE7FF',
  '#6eeb83',
  '#e4ff1a',
  '#E8AA14',
  '#FF5714',
  '#541388',
  '#D90368',
  '#F1E9DA',
  '#2E294E',
  '#FFD400',
] as const
export const randomColor = (): string => userColors[Math.floor(Math.random() * userColors.length)] as string

/** Addresses are compared and kept in lower case. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Addresses of an avatar's three sizes. */
export const avatarUrls = (avatar: string | null) =>
  avatar === null ? null : { xs: `/avatars/xs-${avatar}`, sm: `/avatars/sm-${avatar}`, md: `/avatars/md-${avatar}` }
