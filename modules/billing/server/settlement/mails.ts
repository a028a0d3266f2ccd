import type { Platform } from '../../../platform/index.ts'
import { formatMoney } from '../../../shared/contract.ts'
import type { Users } from '../../../users/index.ts'
import type { DunningReason } from '../entities/usage.entities.ts'

type MailPlatform = Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>
type Recipient = { email: string; locale: string | null }

/** Emails about money, in the language of the account. Amounts in minor units. */
export class BillingMails {
  private readonly platform: MailPlatform
  constructor(platform: MailPlatform) {
    this.platform = platform
  }

  // i18n-keys: billing:mail.payment-failed.*
  paymentFailed(to: Recipient, { amount, currency }: { amount: number; currency: string }): Promise<void> {
    return this.send(to, 'payment-failed', (locale) => ({ amount: formatMoney({ amount, currency }, locale) }))
  }

  // i18n-keys: billing:mail.reminder.first-payment.*, billing:mail.reminder.low-balance.*
  // i18n-keys: billing:mail.reminder.payment-failed.*, billing:mail.notice.*
  reminder(to: Recipient, { reason, sequence }: { reason: DunningReason; sequence: number }): Promise<void> {
    return this.send(to, `reminder.${reason}`, () => ({}), `notice.${sequence}`)
  }

  // i18n-keys: billing:mail.alert.*
  alert(to: Recipient, { amount, total, currency }: { amount: number; total: number; currency: string }) {
    return this.send(to, 'alert', (locale) => ({
      amount: formatMoney({ amount, currency }, locale),
      total: formatMoney({ amount: total, currency }, locale),
    }))
  }

  private async send(
    { email, locale: own }: Recipient,
    kind: string,
    valuesIn: (locale: string) => Record<string, string>,
    more?: string,
  ): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const locale = i18n.match([own ?? (await settings.get('language'))]) ?? i18n.fallback
    const t = i18n.translator(locale)
    const values = { app: await settings.get('app_title'), ...valuesIn(locale) }
    const text = (key: string) => t(`billing:mail.${key}`, values)
    await mailer.send({
      to: email,
      subject: text(`${kind}.subject`),
      lines: [text(`${kind}.body`), ...(more ? [text(more)] : [])],
      action: { label: text('action'), url: `${config.appUrl}/user/settings/billing` },
      footer: text('footer'),
    })
  }
}

/** Sends the emails that events call for. */
export const mailOnEvents = (
  { events }: Pick<Platform, 'events'>,
  users: Pick<Users, 'accounts'>,
  mails: BillingMails,
) => {
  const to = async (userId: string, send: (account: Recipient) => Promise<void>) => {
    const account = await users.accounts.byId(userId)
    if (account) await send(account)
  }
  events.on('billing.payment.failed', ({ userId, ...money }) =>
    to(userId, (account) => mails.paymentFailed(account, money)),
  )
  events.on('billing.reminder.due', ({ userId, ...due }) => to(userId, (account) => mails.reminder(account, due)))
  events.on('billing.alert.reached', ({ userId, ...money }) => to(userId, (account) => mails.alert(account, money)))
}
