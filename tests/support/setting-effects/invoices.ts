import { randomUUID } from 'node:crypto'
import { Ledger } from '../../../modules/billing/server/services/ledger.ts'
import { sharedReading } from './readings.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** The user's invoice for a payment of now. */
const invoice = async ({ app, user }: SettingScene): Promise<string> => {
  const { db } = app.coffer.platform
  const [userId, key, amount] = [user.id, randomUUID(), 1_190]
  await user.client.patch('/api/user/settings', { country: 'DE' })
  await db.transaction(async (tx) => {
    const money = { userId, amount, currency: 'EUR', gateway: 'stripe', key } as const
    await new Ledger(db).post(tx, { ...money, type: 'charge', from: { gateway: 'stripe' }, to: 'sales' })
    await app.coffer.billing.settlement.invoices.issue(tx, key, { lines: [{ item: 'plan', name: 'Plus', amount }] })
  })
  const [row] = await db.query<{ id: string }>('select id from ledger_transactions where idempotency_key = $1', [key])
  return (await user.client.fetch(`/invoices/${row?.id}`)).text()
}

export const seller = (scene: SettingScene) => {
  const printing = sharedReading(() => invoice(scene))
  const printed = (words: string): SettingProof => {
    const read = printing()
    return [words, async () => (await read()).includes(words), true]
  }
  const readRate = printing()
  return {
    billing_name: printed('Acme Storage GmbH'),
    billing_vat_number: printed('DE123456789'),
    billing_address: printed('Main Street 7'),
    billing_city: printed('Springfield'),
    billing_postal_code: printed('98765'),
    billing_state: printed('Bavaria'),
    billing_country: printed('France'),
    billing_phone_number: printed('+49 30 123456'),
    tax_rates: ['DE=19', async () => /19\s*%/.test(await readRate()), true],
  } satisfies Record<string, SettingProof>
}
