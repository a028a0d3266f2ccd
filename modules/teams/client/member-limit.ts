import { getUser } from '../../users/contract.ts'
import { call } from '../../web/ui.ts'

/** How many people a fixed plan includes, and who counts already. */
export interface MemberLimit {
  total: number
  emails: readonly string[]
}

interface Limitations {
  max_team_members?: { total: number; meta: { allowed_emails: string[] } }
}

/** The limit of the own plan; null: any number. */
export const loadMemberLimit = async (): Promise<MemberLimit | null> => {
  const { data } = await call(getUser)
  const { max_team_members: members } = data.meta.limitations as Limitations
  return members && members.total >= 0 ? { total: members.total, emails: members.meta.allowed_emails } : null
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
