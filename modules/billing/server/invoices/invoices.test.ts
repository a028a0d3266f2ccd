import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { Ledger } from '../services/ledger.ts'
import { issueCreditNote } from './credit-notes.ts'

const app = await testApp(t)
const { db, jobs, settings } = app.coffer.platform
const ledger = new Ledger(db)
await settings.set({ billing_vat_number: 'DE123456789', tax_rates: { DE: '19', PL: '23', US: '0' } })

/** Pays by a gateway; resolves with the transaction. */
const pay = async ({ id: userId }: Actor, amount = 1_190) => {
  const key = randomUUID()
  await db.transaction(async (tx) => {
    const money = { userId, amount, currency: 'EUR', gateway: 'stripe', key } as const
    await ledger.post(tx, { ...money, type: 'charge', from: { gateway: 'stripe' }, to: 'sales' })
    await app.coffer.billing.settlement.invoices.issue(tx, key, { lines: [{ item: 'plan', name: 'Plus', amount }] })
  })
  const [row] = await db.query<{ id: string }>('select id from ledger_transactions where idempotency_key = $1', [key])
  return row?.id ?? ''
}
const taxOf = async (transactionId: string) => {
  const [row] = await db.query<{ tax: number; tax_rate: string | null; reverse_charge: boolean; buyer: object }>(
    'select tax, tax_rate, reverse_charge, buyer from invoices where transaction_id = $1',
    [transactionId],
  )
  return row
}
const set = async ({ client }: Actor, values: Record<string, string>) =>
  (await client.patch('/api/user/settings', values)).status

t.test('invoices: tax by country; a business in another EU country owes it itself', async (t) => {
  const user = await signUp(app)
  t.match(await taxOf(await pay(user)), { tax: 190, tax_rate: '19', reverse_charge: false }, 'the seller’s country')
  const lacking = async () => (await app.coffer.billing.pages.overview(user.id, 'en'))?.lacksCountry
  await settings.set({ subscription_type: 'fixed' })
  t.equal(await lacking(), true)
  t.equal(await set(user, { country: 'PL' }), 200)
  t.equal(await lacking(), false)
  await settings.set({ subscription_type: 'none' })
  t.match(await taxOf(await pay(user)), { tax_rate: '23', reverse_charge: false }, 'a consumer')
  t.equal(await set(user, { vat_number: 'PL123' }), 422)
  t.equal(await set(user, { vat_number: 'pl 123-456-78-90' }), 200)
  const reversed = await taxOf(await pay(user))
  t.match(reversed, { tax: 0, tax_rate: null, reverse_charge: true, buyer: { vatNumber: 'PL1234567890' } })
  t.equal(await set(user, { country: 'DE' }), 200)
  t.match(await taxOf(await pay(user)), { tax: 190, tax_rate: '19', reverse_charge: false }, 'moved: not its number')
  t.equal(await set(user, { vat_number: 'DE111111111' }), 200)
  t.match(await taxOf(await pay(user)), { tax: 190, reverse_charge: false }, 'a business in the seller’s country')
})

t.test(
  'invoices: the seller’s country is a code or a name, which a buyer without a country pays the tax of',
  async (t) => {
    const { client } = await newAdmin(app)
    const user = await signUp(app)
    const change = (name: string, value: string) => client.patch('/api/admin/settings', { name, value })
    const lacksCountry = () => app.coffer.billing.administration.lacksSellerCountry()
    await settings.set({ billing_vat_number: 'GB123456789', tax_rates: { DE: '19', GB: '20' } })
    t.match(await taxOf(await pay(user)), { tax: 0, tax_rate: null })
    t.equal(await lacksCountry(), true)
    for (const [text, code] of Object.entries({ Deutschland: 'DE', 'Great Britain': 'GB', de: 'DE', UK: 'GB' })) {
      t.equal((await change('billing_country', text)).status, 200, text)
      t.equal(await settings.get('billing_country'), code)
      t.match(await taxOf(await pay(user)), { tax_rate: code === 'DE' ? '19' : '20' }, text)
    }
    t.equal(await lacksCountry(), false)
    t.match(await change('billing_country', 'Freedonia'), { status: 422, body: { code: 'setting-invalid' } })
    t.match(await change('tax_rates', 'ZZ=20'), { status: 422 }, 'no buyer has this code')
    t.match(await change('tax_rates', 'UK=20, GB=20'), { status: 422 }, 'one country')
    t.equal((await change('tax_rates', 'UK=20, EL=24')).status, 200)
    t.same(await settings.get('tax_rates'), { GB: '20', GR: '24' })
    t.equal(await set(user, { country: 'UK' }), 422)
    const stored = async (name: string, value: string) => {
      await db.query('update settings set value = $2 where name = $1', [name, value])
      settings.invalidate()
    }
    await stored('billing_country', 'Norge')
    t.equal(await settings.get('billing_country'), 'NO', 'a name that an earlier version has stored')
    for (const [country, rates] of [
      ['UK', 'UK=20, ZZ=1'],
      ['EL', 'EL=20, DE=19'],
      ['GB', 'UK=5, GB=20'],
    ] as const) {
      await stored('billing_country', country)
      await stored('tax_rates', rates)
      t.match(await taxOf(await pay(user)), { tax_rate: '20' }, `${rates}, stored by an earlier version`)
    }
    await stored('billing_country', 'DE')
    await stored('tax_rates', 'UK=20, EL=24, DE=19')
    await settings.set({ subscription_type: 'fixed' })
    for (const [country, tax_rate] of Object.entries({ UK: '20', GB: '20', EL: '24', FR: null, ZZ: '19' })) {
      await db.query('update users set country = $2 where id = $1', [user.id, country])
      t.match(await taxOf(await pay(user)), { tax_rate }, `${country}, once set by a buyer`)
      t.equal((await app.coffer.billing.pages.overview(user.id, 'en'))?.lacksCountry, country === 'ZZ')
    }
    await settings.set({ subscription_type: 'none' })
    await stored('tax_rates', 'ZZ=1')
    t.match(await taxOf(await pay(user)), { tax_rate: '1' }, 'a rate of an earlier version')
    await db.query("update users set country = 'EL', vat_number = 'EL123456789' where id = $1", [user.id])
    await settings.set({ billing_vat_number: 'DE123456789' })
    t.match(await taxOf(await pay(user)), { reverse_charge: true }, 'a business in Greece')
    await db.query('update users set country = null, vat_number = null where id = $1', [user.id])
    await settings.set({ billing_vat_number: 'GB123456789' })
    await stored('billing_country', 'ZZ')
    await stored('tax_rates', 'ZZ=1, DE=19')
    t.same(await settings.get('tax_rates'), { ZZ: '1', DE: '19' }, 'valid rates of earlier versions still count')
    t.equal(await lacksCountry(), true)
    await settings.set({ billing_vat_number: 'DE123456789' })
    t.match(await taxOf(await pay(user)), { tax_rate: '19' }, 'the country of the VAT number')
    await settings.set({ billing_vat_number: '' })
    await stored('billing_country', 'Freedonia')
    const page = await (await user.client.fetch(`/invoices/${await pay(user)}`)).text()
    t.match(page, '<p>Freedonia</p>')
    t.equal(await lacksCountry(), true)
    await settings.set({
      billing_country: '',
      billing_vat_number: 'DE123456789',
      tax_rates: { DE: '19', PL: '23', US: '0' },
    })
  },
)

t.test('invoices: their page and PDF are the buyer’s; an anonymous browser signs in first', async (t) => {
  const user = await signUp(app)
  await set(user, { country: 'FR' })
  const id = await pay(user)
  const browser = { headers: { accept: 'text/html' }, redirect: 'manual' as const }
  for (const path of [`/invoices/${id}`, `/invoices/${id}/pdf`]) {
    const visit = await anonymous(app).fetch(path, browser)
    t.same(
      [visit.status, visit.headers.get('location')],
      [303, `/sign-in?redirect=${encodeURIComponent(path)}`],
      'a browser',
    )
    t.equal((await anonymous(app).fetch(path)).status, 401, 'a program')
    t.equal((await (await signUp(app)).client.fetch(path, browser)).status, 404, 'somebody else')
  }
  const page = await (await user.client.fetch(`/invoices/${id}`, browser)).text()
  t.match(page, '<p>France</p>', 'the country by its name')
  t.notMatch(page, 'Usage', 'a plan has no quantity')
  const pdf = await user.client.fetch(`/invoices/${id}/pdf`)
  t.equal(pdf.headers.get('content-type'), 'application/pdf')
  t.match(pdf.headers.get('content-disposition'), /^attachment; filename="\d{4}-\d{6}\.pdf"$/)
  t.equal(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
})

t.test('invoices: the code of a state is no country; the country is shown by its name', async (t) => {
  await settings.set({ billing_state: 'DE', billing_country: 'US' })
  const admin = await newAdmin(app)
  const issued = async (address: Record<string, string>) => {
    const user = await signUp(app)
    t.equal(await set(user, address), 200)
    const id = await pay(user)
    const page = await (await user.client.fetch(`/invoices/${id}`, { headers: { accept: 'text/html' } })).text()
    const [seller, buyer] = [...page.matchAll(/<section>(.*?)<\/section>/g)].map(([, lines]) => lines)
    const csv = await (await admin.client.fetch('/api/subscriptions/admin/transactions/export.csv')).text()
    const [head, ...rows] = csv.split('\r\n').map((row) => row.split(','))
    return { seller, buyer, exported: rows.find(([first]) => first === id)?.[head?.indexOf('country') ?? -1] }
  }
  const unitedStates = await issued({ state: 'CA', country: 'US' })
  t.match(unitedStates.seller, '<p>DE</p><p>United States</p>')
  t.match(unitedStates.buyer, '<p>CA</p><p>United States</p>')
  t.equal(unitedStates.exported, 'US')
  await settings.set({ billing_country: '' })
  const stateOnly = await issued({ state: 'CA' })
  t.match(stateOnly.seller, '<p>DE</p>')
  t.match(stateOnly.buyer, '<p>CA</p>')
  t.equal(stateOnly.exported, '')
})

t.test('invoices: each is mailed once with its PDF, in the buyer’s language, and its credit note too', async (t) => {
  const user = await signUp(app)
  await set(user, { locale: 'de' })
  const transactionId = await pay(user)
  const key = randomUUID()
  await db.transaction(async (tx) => {
    const money = { userId: user.id, amount: 190, currency: 'EUR', gateway: 'stripe', key } as const
    await ledger.post(tx, { ...money, type: 'refund', from: 'sales', to: { gateway: 'stripe' } })
    await issueCreditNote(tx, { transactionId, key, reason: 'refund' })
  })
  await Promise.all([jobs.runNow('mail-invoices'), jobs.runNow('mail-invoices')])
  await jobs.runNow('mail-invoices')
  await app.coffer.platform.mailer.settled()
  const patterns = [/Rechnung (\d{4}-\d{6})/, /Gutschrift (CN-\d{4}-\d{6})/]
  const all = await mailsTo(app.dataDir, user.email)
  for (const pattern of patterns) {
    const mails = all.filter(({ subject }) => pattern.test(subject))
    t.equal(mails.length, 1)
    t.match(mails[0]?.text, /€/)
    const [pdf] = mails[0]?.attachments ?? []
    t.equal(pdf?.filename, `${pattern.exec(mails[0]?.subject ?? '')?.[1]}.pdf`)
    t.equal(Buffer.from(pdf?.content as ArrayBuffer).toString('latin1', 0, 5), '%PDF-')
  }
  const [waiting] = await db.query<{ count: number }>(
    'select count(*) as count from invoice_mails m join invoices i on i.id = m.invoice_id where i.user_id = $1 and sent_at is null',
    [user.id],
  )
  t.equal(waiting?.count, 0)
})
