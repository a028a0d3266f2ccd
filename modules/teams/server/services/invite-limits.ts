import type { Platform, Tx } from '../../../platform/index.ts'
import type { Account } from '../../../users/index.ts'
import { teamErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { contactEmails, countNewContacts, emailsNewToFolder } from './people-queries.ts'

/** The account that invites. */
export interface Inviter extends Pick<Account, 'id' | 'role'> {
  name: string
  email: string
  /** Whether the account may invite new people. */
  allowed: boolean
  /** Number of people that the account may work with; null: any. */
  limit: number | null
}

const hourSeconds = 3_600

/** 422 `invitations-limit` beyond 30 new contacts a day, with how many are left; administrators have no limit. */
export const requireNewContactsAllowed = async (
  limiter: Platform['limiter'],
  tx: Tx,
  { id, role }: Inviter,
  emails: readonly string[],
): Promise<void> => {
  if (role === 'admin' || emails.length === 0) return
  const newContacts = await countNewContacts(tx, id, emails)
  if (newContacts === 0) return
  const rule = rateLimits.newContactsPerAccount
  const { left, seconds } = await limiter.consume(rule, [id], { by: 0, tx })
  if (newContacts > left) {
    const values = { limit: rule.limit, left, hours: Math.ceil(seconds / hourSeconds) }
    throw teamErrors.fail('invitations-limit', { values })
  }
  await limiter.consume(rule, [id], { by: newContacts, tx })
}

/**
 * 422 for people beyond the plan's member limit. Counts within the transaction, one call of an account after the other:
 * parallel invitations stay within the limit. People of the folder may stay and get another permission under any plan.
 */
export const requireMemberRoom = async (
  tx: Tx,
  inviter: Inviter,
  folderId: string,
  emails: readonly string[],
): Promise<void> => {
  const { id, allowed, limit } = inviter
  const added = await emailsNewToFolder(tx, folderId, emails)
  if (added.length === 0) return
  if (!allowed) throw teamErrors.fail('members-limit')
  if (limit === null) return
  await tx.lock(`coffer.teams.${id}`)
  const all = new Set([...(await contactEmails(tx, id)), ...added])
  if (all.size > limit) throw teamErrors.fail('members-limit')
}
