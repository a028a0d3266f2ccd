import { domainToUnicode } from 'node:url'
import { normalEmail } from '../../shared/contract.ts'

export { normalEmail }

interface Named {
  first_name: string | null
  last_name: string | null
}

/** First word → first name, the rest → last name. */
export const splitPersonName = (name: string): { first: string; last: string | null } => {
  const [first = '', ...rest] = name.normalize('NFC').trim().split(/\s+/)
  return { first, last: rest.join(' ') || null }
}

/** The name shown to visitors: never the email; empty when the account has no name. */
export const publicName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** The name shown to signed-in users; the email when the account has no name. */
export const displayName = (person: Named & { email: string }): string => publicName(person) || shownEmail(person.email)

const userColors = [
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

/** The email in its normal form, and in the form that former versions of Coffer stored. */
export const storedEmailForms = (email: string): [normal: string, former: string] => [
  normalEmail(email),
  email.trim().normalize('NFC').toLowerCase(),
]

/** The email as people write it: its domain is in Unicode. */
export const shownEmail = (email: string): string => {
  const domainAt = email.lastIndexOf('@') + 1 || email.length
  const domain = email.slice(domainAt)
  return email.slice(0, domainAt) + ((domain.includes('xn--') && domainToUnicode(domain)) || domain)
}

/** URLs of an avatar's three sizes. */
export const avatarUrls = (avatar: string | null) =>
  avatar === null ? null : { xs: `/avatars/xs-${avatar}`, sm: `/avatars/sm-${avatar}`, md: `/avatars/md-${avatar}` }
