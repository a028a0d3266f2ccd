import { randomUUID } from 'node:crypto'
import t from 'tap'
import { issueCreditNote } from '../../modules/billing/server/invoices/credit-notes.ts'
import { Ledger } from '../../modules/billing/server/services/ledger.ts'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'

const { app, browser } = await pagesTest(t)
const { db, settings } = app.coffer.platform
const ledger = new Ledger(db)
await settings.set({
  billing_vat_number: 'DE123456789',
  tax_rates: { DE: '19', FR: '20' },
  billing_name: 'Coffer GmbH',
})

const idOf = async (key: string) => {
  const [row] = await db.query<{ id: string }>('select id from ledger_transactions where idempotency_key = $1', [key])
  return row?.id as string
}

/** Charges €11.90 for a plan, and gives a part of it back; ids of both transactions. */
const chargeAndRefund = async ({ id: userId }: Actor, refund: number) => {
  const [charged, refunded] = [randomUUID(), randomUUID()]
  const money = { userId, currency: 'EUR', gateway: 'stripe' } as const
  await db.transaction(async (tx) => {
    const amount = 1_190
    await ledger.post(tx, { ...money, amount, key: charged, type: 'charge', from: { gateway: 'stripe' }, to: 'sales' })
    await app.coffer.billing.settlement.invoices.issue(tx, charged, { lines: [{ item: 'plan', name: 'Plus', amount }] })
  })
  const transactionId = await idOf(charged)
  await db.transaction(async (tx) => {
    const posting = { ...money, amount: refund, key: refunded, type: 'refund' } as const
    await ledger.post(tx, { ...posting, from: 'sales', to: { gateway: 'stripe' } })
    await issueCreditNote(tx, { transactionId, key: refunded, reason: 'refund' })
  })
  return [transactionId, await idOf(refunded)] as const
}

const buyer = async (values: Record<string, string>) => {
  const user = await signUp(app)
  t.equal((await user.client.patch('/api/user/settings', values)).status, 200)
  return user
}

t.test('invoices: a credit note in German names its invoice, what was credited and the tax in it', async (t) => {
  const user = await buyer({ locale: 'de', country: 'DE' })
  const [invoice, credit] = await chargeAndRefund(user, 595)
  const page = await browser.visit(`${app.url}/invoices/${invoice}`, { as: user, locale: 'de-DE', hydrates: false })
  const number = /\d{4}-\d{6}/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] as string
  const rowsOf = async (part: string) =>
    (await page.locator(`${part} tr`).allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))
  t.same(await rowsOf('tfoot'), ['Nettobetrag\t10,00 €', '19 % Umsatzsteuer\t1,90 €', 'Summe\t11,90 €'])

  await page.goto(`${app.url}/invoices/${credit}`)
  t.match(await page.getByRole('heading', { level: 1 }).innerText(), /^Gutschrift CN-\d{4}-\d{6}$/)
  t.match(await page.locator('header').innerText(), new RegExp(`Rechnung ${number} vom \\d+\\. \\p{L}+ \\d{4}`, 'u'))
  t.same(await rowsOf('tbody'), ['Erstattung\t\t5,95 €'])
  t.same(await rowsOf('tfoot'), ['Nettobetrag\t5,00 €', '19 % Umsatzsteuer\t0,95 €', 'Gutgeschrieben\t5,95 €'])
  t.match(await page.locator('.parties').innerText(), /Coffer GmbH.*DE123456789.*Deutschland/s)
  await picture(page, 'credit-note-de-1440')

  await page.emulateMedia({ media: 'print' })
  t.equal(await page.getByRole('button').count(), 0, 'paper has no buttons')
  await picture(page, 'credit-note-de-print')
})

t.test('invoices: on phones, dark, from right to left, and owed by the buyer', async (t) => {
  const german = await buyer({ locale: 'de', country: 'DE' })
  const arabic = await buyer({ locale: 'ar', country: 'FR' })
  t.equal((await arabic.client.patch('/api/user/settings', { vat_number: 'FR12345678901' })).status, 200)
  for (const [name, user, look] of [
    ['de', german, { locale: 'de-DE' }],
    ['ar', arabic, { locale: 'ar' }],
  ] as const) {
    for (const [at, id] of (await chargeAndRefund(user, 595)).entries())
      for (const theme of ['light', 'dark'] as const) {
        const page = await browser.visit(`${app.url}/invoices/${id}`, {
          ...look,
          as: user,
          hydrates: false,
          theme,
          width: theme === 'dark' ? 390 : 320,
          height: 844,
        })
        const title = `invoice-${name}-${at}-${theme}`
        t.equal(await page.locator('html').getAttribute('dir'), name === 'ar' ? 'rtl' : 'ltr')
        t.same(await axeFaults(page), [], title)
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${title}: fits`)
        if (name === 'ar') t.match(await page.locator('.note').innerText(), 'الاحتساب العكسي')
        await picture(page, title)
      }
  }
})
