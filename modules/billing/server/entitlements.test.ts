import t from 'tap'
import type { Platform } from '../../platform/index.ts'
import type { Account, Users } from '../../users/index.ts'
import { Restrictions } from './restrictions.ts'

type Question = Exclude<Extract<keyof Restrictions, `can${string}`>, never>
type Standing = Account['status'] | 'deleted'

/** A line per question and a column per state of an account: a question without a line does not compile. */
const table: Record<Question, Record<Standing, boolean>> = {
  canUpload: { active: true, suspended: false, deleted: false },
  canVisitShared: { active: true, suspended: false, deleted: false },
  canDownload: { active: true, suspended: true, deleted: true },
  canCreateFolder: { active: true, suspended: true, deleted: true },
  canCreateTeamFolder: { active: true, suspended: true, deleted: true },
  canInviteTeamMembers: { active: true, suspended: true, deleted: true },
}

const settings = { get: async () => false } as unknown as Platform['settings']
const restrictionsOf = (standing: Standing) => {
  const account = standing === 'deleted' ? null : ({ status: standing, max_storage_bytes: null } as Account)
  return new Restrictions(settings, { accounts: { byId: async () => account } } as unknown as Pick<Users, 'accounts'>)
}

for (const [question, row] of Object.entries(table) as [Question, Record<Standing, boolean>][])
  t.test(`entitlements without plans: ${question}`, async (t) => {
    for (const [standing, allowed] of Object.entries(row) as [Standing, boolean][])
      t.equal((await restrictionsOf(standing)[question]('owner', [])).allowed, allowed, standing)
  })
