import { Invoices } from '../../modules/billing/server/invoices/invoices.ts'
import { Ledger } from '../../modules/billing/server/services/ledger.ts'
import { Bills } from '../../modules/billing/server/settlement/bills.ts'
import { Collector, type CollectorDeps } from '../../modules/billing/server/settlement/collector.ts'
import { Dunning } from '../../modules/billing/server/settlement/dunning.ts'
import { UsageRecorder } from '../../modules/billing/server/usage/usage-recorder.ts'
import type { Coffer } from '../../server/app.ts'

const terms = { seller: { name: 'Acme', address: [] }, buyer: { name: '', address: [] }, taxRate: '19' }

/** Present usage of accounts, by user. */
export type AccountUsage = Map<string, { bytes: number; members: number }>

/**
 * The jobs of metered accounts over usage and payments that a test states, without rests. The installation's own jobs are
 * stopped: they would bill the accounts by their stored files.
 */
export const meteredWorld = async (
  { platform, billing }: Coffer,
  { holding, methods }: { holding: AccountUsage; methods: CollectorDeps['methods'] },
) => {
  const { db, audit, log } = platform
  await platform.jobs.stop()
  const jobs = {
    async inBatches(batch: () => Promise<boolean>) {
      while (await batch());
    },
  }
  const recorder = new UsageRecorder(db, jobs, {
    async storage(_sql, userIds) {
      return userIds.map((user_id) => {
        const used_bytes = holding.get(user_id)?.bytes ?? 0
        return { user_id, used_bytes, peak_bytes: used_bytes, traffic_bytes: 0, latest_traffic_bytes: 0 }
      })
    },
    people: async (_sql, userIds) => new Map(userIds.map((id) => [id, holding.get(id)?.members ?? 0])),
  })
  const ledger = new Ledger(db)
  const invoices = new Invoices(async (_tx, userIds) => new Map(userIds.map((id) => [id, terms])))
  const collector = new Collector({ db, audit, jobs, log, ledger, invoices, dunning: new Dunning(), methods })
  const bills = new Bills({ db, jobs, subscriptions: billing.subscriptions, recorder })
  return { recorder, ledger, bills, collector }
}
