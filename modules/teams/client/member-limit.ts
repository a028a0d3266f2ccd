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
  const others = limit.emails.filter((email) => !before.includes(email))
  return new Set([...others, ...people].map((email) => email.toLowerCase())).size > limit.total
}
