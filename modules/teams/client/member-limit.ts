import { normalEmail } from '../../shared/contract.ts'

/** How many people a fixed plan includes, and who counts already. */
export interface MemberLimit {
  total: number
  emails: readonly string[]
}

/**
 * Whether these people of a team folder exceed the limit. `before`: those it had; who of them is in another team folder
 * too is known to the server only, which checks again.
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
