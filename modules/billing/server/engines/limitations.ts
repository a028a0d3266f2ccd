import type { Account } from '../../../users/index.ts'
import type { Limitations } from '../../contract.ts'
import type { BillingEntitlements } from '../entitlements.ts'

interface LimitationsDeps {
  entitlements: BillingEntitlements
  usedBytes(userId: string): Promise<number>
  /** Emails of the people in the account's team folders. */
  teamEmails(userId: string): Promise<string[]>
}

/** Percent with two decimals; as the contract says 0 without a limit, and 100 with a limit of zero. */
const percentage = (use: number, total: number | null): number =>
  total === null ? 0 : total === 0 ? 100 : Math.round((use * 10_000) / total) / 100

/** `meta.limitations` of an account with a fixed plan; `total` null: no limit. Sizes in bytes. */
export const limitationsOf = async (account: Account, deps: LimitationsDeps): Promise<Limitations> => {
  const [use, emails, { limit: members }] = await Promise.all([
    deps.usedBytes(account.id),
    deps.teamEmails(account.id),
    deps.entitlements.canInviteTeamMembers(account.id),
  ])
  const { capacity } = await deps.entitlements.storageOf(account, use)
  return {
    max_storage_amount: { use, total: capacity, percentage: percentage(use, capacity) },
    max_team_members: {
      use: emails.length,
      // -1: any number.
      total: members ?? -1,
      percentage: percentage(emails.length, members),
      meta: { allowed_emails: emails },
    },
  }
}
