import { normalEmail } from '../../shared/contract.ts'

/** Number of people that a fixed plan includes, and the emails that count already. */
export interface MemberLimit {
  total: number
  emails: readonly string[]
}

/**
 * Whether these people of a team folder exceed the limit. `before`: emails of its people so far, which are not counted; some
 * may be in another team folder too, which only the server knows, and checks.
 */
export const exceedsLimit = (
  limit: MemberLimit | null,
  before: readonly string[],
  people: readonly string[],
): boolean => {
  if (!limit) return false
  const earlier = new Set(before.map(normalEmail))
  const others = limit.emails.map(normalEmail).filter((email) => !earlier.has(email))
  return new Set([...others, ...people.map(normalEmail)]).size > limit.total
}
