import t from 'tap'
import type { Db, Platform } from '../../platform/index.ts'
import type { Account, Users } from '../../users/index.ts'
import { fixedEngine } from './engines/fixed.ts'
import { noneEngine } from './engines/none.ts'
import { BillingEntitlements, type Engines } from './entitlements.ts'

/** Entitlements that read the account; `canVisitShared` gets it. */
type Entitlement = Exclude<Extract<keyof BillingEntitlements, `can${string}`>, 'canVisitShared'>
type Status = Account['status'] | 'deleted'

/** A row per entitlement and a column per status of an account; an entitlement without a row does not compile. */
const table: Record<Entitlement, Record<Status, boolean>> = {
  canUpload: { active: true, suspended: false, deleted: false },
  canDownload: { active: true, suspended: true, deleted: true },
  canCreateFolder: { active: true, suspended: true, deleted: true },
  canCreateTeamFolder: { active: true, suspended: true, deleted: true },
  canInviteTeamMembers: { active: true, suspended: true, deleted: true },
}

const values: Record<string, unknown> = { subscription_type: 'none', storage_limitation: false }
const settings = { get: async (name: string) => values[name] } as unknown as Platform['settings']
const entitlementsOf = (status: Status) => {
  const account = status === 'deleted' ? null : ({ status, max_storage_bytes: null } as Account)
  const users = { accounts: { byId: async () => account } } as unknown as Pick<Users, 'accounts'>
  return new BillingEntitlements({ db: {} as Db, settings, users }, { none: noneEngine(settings) } as Engines)
}

for (const [entitlement, row] of Object.entries(table) as [Entitlement, Record<Status, boolean>][])
  t.test(`entitlements without plans: ${entitlement}`, async (t) => {
    for (const [status, allowed] of Object.entries(row) as [Status, boolean][])
      t.equal((await entitlementsOf(status)[entitlement]('owner')).allowed, allowed, status)
  })

t.test('entitlements without plans: the answer for a page equals the single answers', async (t) => {
  for (const status of ['active', 'suspended', 'deleted'] as const) {
    const entitlements = entitlementsOf(status)
    const { limit, ...all } = await entitlements.ofAccount('owner')
    for (const [entitlement, allowed] of Object.entries(all) as [keyof typeof all, boolean][])
      t.equal(allowed, table[entitlement][status], `${status}: ${entitlement}`)
    t.equal(limit, (await entitlements.canUpload('owner')).limit, status)
  }
})

t.test('entitlements without plans: canVisitShared', async (t) => {
  const allowed: Record<Account['status'], boolean> = { active: true, suspended: false }
  for (const [status, expected] of Object.entries(allowed) as [Account['status'], boolean][])
    t.equal((await entitlementsOf(status).canVisitShared({ id: 'owner', status })).allowed, expected, status)
})

t.test('entitlements: a decimal default storage is a limit in whole bytes', async (t) => {
  const db = { query: async () => [] } as unknown as Db
  const amounts: [number, number][] = [
    [4.1, 4_100_000_000],
    [8.2, 8_200_000_000],
    [0.067, 67_000_000],
    [1e-10, 1],
  ]
  for (const [gigabytes, bytes] of amounts) {
    const chosen: Record<string, unknown> = { storage_limitation: true, default_max_storage_amount: gigabytes }
    const settings = { get: async (name: string) => chosen[name] } as unknown as Platform['settings']
    const account = { id: 'owner', max_storage_bytes: null } as Account
    for (const engine of [noneEngine(settings), fixedEngine(db, settings)]) {
      t.same(await engine.storageLimits([account]), [bytes])
      t.equal(await engine.storageLimitWithoutPlan(account), bytes)
    }
  }
})
