import { BillingMails } from './mails.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendBillingSampleMails = async (
  platform: ConstructorParameters<typeof BillingMails>[0],
  email: string,
): Promise<void> => {
  const mails = new BillingMails(platform)
  const to = { email, locale: await platform.settings.get('language') }
  await mails.paymentFailed(to, { amount: 337, currency: 'USD' })
  await mails.renewalFailed(to, { plan: 'Plus' })
  const plan = { plan: 'Plus', limit: 5_000_000_000 }
  for (const by of ['user', 'administrator', 'gateway'] as const)
    await mails.subscriptionCancelled(to, { ...plan, until: '2026-12-28T12:00:00.000Z', by })
  await mails.subscriptionEnded(to, { ...plan, at: '2026-12-28T12:00:00.000Z' })
  await mails.alert(to, { amount: 1_000, total: 1_250, currency: 'USD' })
  const document = { transactionId: '0190a000-0000-7000-8000-000000000001', total: 1_250, currency: 'USD' }
  await mails.invoice(to, { ...document, number: '2026-000042', isCreditNote: false })
  await mails.invoice(to, { ...document, number: 'CN-2026-000007', isCreditNote: true })
  for (const reason of ['first-payment', 'low-balance', 'payment-failed'] as const)
    for (const sequence of [1, 2, 3]) await mails.reminder(to, { reason, sequence, isOffered: sequence > 1 })
}
