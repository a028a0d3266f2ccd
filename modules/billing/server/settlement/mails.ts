import { maskEmail, type Platform, type Sql } from '../../../platform/index.ts'
import { formatMoney, isMailbox } from '../../../shared/contract.ts'
import { formatBytes, formatDate, nameUtc } from '../../../web/contract.ts'
import type { DunningReason } from '../entities/usage.entities.ts'
import type { BillingEvents } from '../events.ts'

type MailPlatform = Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config' | 'log'>
export type Recipient = { email: string; locale: string | null; timezone?: string | null }
type Cancelled = BillingEvents['billing.subscription.cancelled']
type Ended = BillingEvents['billing.subscription.ended']

interface Extras {
  /** Keys of a paragraph before the body, and of others after it. */
  intro?: string
  more?: readonly string[]
  action?: { label: string; path: string }
  attachment?: { kind: string; id: string }
  tx?: Sql | undefined
}

interface MailedInvoice {
  /** Id of the bill's transaction. */
  transactionId: string
  number: string
  isCreditNote: boolean
  total: number
  currency: string
}

/** The kind of attachments that are PDFs of invoices. */
export const invoiceAttachment = 'invoice'

/** Emails about money, in the language of the account. Amounts in minor units. */
export class BillingMails {
  private readonly platform: MailPlatform
  constructor(platform: MailPlatform) {
    this.platform = platform
  }

  // i18n-keys: billing:mail.payment-failed.*
  paymentFailed(to: Recipient, { amount, currency }: { amount: number; currency: string }, tx?: Sql): Promise<void> {
    return this.send(to, 'payment-failed', (locale) => ({ amount: formatMoney({ amount, currency }, locale) }), { tx })
  }

  // i18n-keys: billing:mail.renewal-failed.*
  /** Leads to the billing page, which leads to the gateway's: emails link to this installation only. */
  renewalFailed(to: Recipient, { plan }: { plan: string }, tx?: Sql): Promise<void> {
    return this.send(to, 'renewal-failed', () => ({ plan }), { tx })
  }

  // i18n-keys: billing:mail.subscription-cancelled.*
  /** Says who cancelled the plan, how long it is paid for, and which storage limit is left afterwards. */
  subscriptionCancelled(
    to: Recipient,
    { plan, until, limit, by }: Pick<Cancelled, 'plan' | 'until' | 'limit' | 'by'>,
    tx?: Sql,
  ): Promise<void> {
    const kind = 'subscription-cancelled'
    return this.send(to, kind, planValues(to, { plan, limit, date: until }), {
      intro: `${kind}.${by}`,
      tx,
      ...(limit !== null && { more: [`${kind}.limit`] }),
    })
  }

  // i18n-keys: billing:mail.subscription-ended.*
  subscriptionEnded(to: Recipient, { plan, at, limit }: Pick<Ended, 'plan' | 'at' | 'limit'>, tx?: Sql): Promise<void> {
    const kind = 'subscription-ended'
    return this.send(to, kind, planValues(to, { plan, limit, date: at }), {
      ...(limit !== null && { more: [`${kind}.limit`] }),
      tx,
    })
  }

  // i18n-keys: billing:mail.reminder.first-payment.*, billing:mail.reminder.low-balance.*
  // i18n-keys: billing:mail.reminder.payment-failed.*, billing:mail.notice.*
  /** `isOffered`: the account can pay at a gateway; else an administrator adds to its balance. */
  reminder(
    to: Recipient,
    { reason, sequence, isOffered }: { reason: DunningReason; sequence: number; isOffered: boolean },
    tx?: Sql,
  ): Promise<void> {
    const more = [...(isOffered ? [] : ['notice.ask']), `notice.${sequence}`]
    return this.send(to, `reminder.${reason}`, () => ({}), { more, tx })
  }

  // i18n-keys: billing:mail.alert.*
  alert(to: Recipient, { amount, total, currency }: { amount: number; total: number; currency: string }, tx?: Sql) {
    const valuesIn = (locale: string) => ({
      amount: formatMoney({ amount, currency }, locale),
      total: formatMoney({ amount: total, currency }, locale),
    })
    return this.send(to, 'alert', valuesIn, { tx })
  }

  // i18n-keys: billing:mail.invoice.*, billing:mail.creditNote.*
  /** The PDF is attached in the language of the recipient: `{transaction}:{locale}`. Stored as a job in `tx` if given. */
  async invoice(to: Recipient, { transactionId, number, isCreditNote, total, currency }: MailedInvoice, tx?: Sql) {
    const kind = isCreditNote ? 'creditNote' : 'invoice'
    const valuesIn = (locale: string) => ({
      number: number,
      total: formatMoney({ amount: total, currency }, locale),
    })
    await this.send(to, kind, valuesIn, {
      action: { label: 'invoiceAction', path: `/invoices/${transactionId}` },
      attachment: { kind: invoiceAttachment, id: `${transactionId}:${await this.localeOf(to)}` },
      tx,
    })
  }

  private async localeOf({ locale }: Recipient): Promise<string> {
    const { i18n, settings } = this.platform
    return i18n.localeOf(locale, await settings.get('language'))
  }

  private async send(
    to: Recipient,
    kind: string,
    valuesIn: (locale: string) => Record<string, string>,
    { intro, more = [], action = { label: 'action', path: '/user/settings/billing' }, attachment, tx }: Extras = {},
  ): Promise<void> {
    const { mailer, i18n, settings, config, log } = this.platform
    // Identity providers may name such emails. The event that the email reports has happened all the same.
    if (!isMailbox(to.email)) return log.warn({ to: maskEmail(to.email), kind }, 'no email can be sent there')
    const locale = await this.localeOf(to)
    const t = i18n.translator(locale)
    const values = { app: await settings.get('app_title'), ...valuesIn(locale) }
    const text = (key: string) => t(`billing:mail.${key}`, values)
    const mail = {
      to: to.email,
      locale,
      subject: text(`${kind}.subject`),
      lines: [intro, `${kind}.body`, ...more].flatMap((key) => (key ? [text(key)] : [])),
      action: { label: text(action.label), url: `${config.appUrl}${action.path}` },
      footer: text('footer'),
      urgency: 'bulk' as const,
      ...(attachment ? { attachment } : {}),
    }
    await mailer.send(mail, tx)
  }
}

/** `limit` in bytes; null: no limit. */
const planValues =
  ({ timezone }: Recipient, { plan, limit, date }: { plan: string; limit: number | null; date: string }) =>
  (locale: string): Record<string, string> => ({
    plan,
    date: nameUtc(formatDate(date, locale, timezone ?? 'UTC'), timezone),
    ...(limit !== null && { size: formatBytes(limit, locale) }),
  })
