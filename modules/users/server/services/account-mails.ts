import type { Platform, Sql } from '../../../platform/index.ts'
import { formatLocale } from '../../../shared/contract.ts'
import { nameUtc } from '../../../web/contract.ts'
import { deviceText } from '../../contract.ts'
import { normalEmail } from '../names.ts'
import { type MailLimiter, takeMailAllowance } from './email-limits.ts'
import type { Device } from './sessions.ts'

interface Recipient {
  email: string
  locale: string | null
}

/** The account that a notice is about. `email_proven_at`: null where the email may be somebody else's. */
interface Notified extends Recipient {
  email_proven_at: Date | null
}

type Texts = { values?: Record<string, string>; more?: readonly string[] }

/** Where a person sees and ends their sessions. */
const securityPage = '/user/settings/password'

// i18n-keys: users:mail.two-factor-enabled.*, users:mail.two-factor-disabled.*, users:mail.two-factor-codes-renewed.*
// i18n-keys: users:mail.passkey-added.*, users:mail.passkey-removed.*
// i18n-keys: users:mail.password-removed.*, users:mail.methods-removed.*
// i18n-keys: users:mail.provider-linked.*, users:mail.provider-unlinked.*, users:mail.token-created.*
// i18n-keys: users:mail.token-created-by-token.*
type SecurityNotice =
  | `two-factor-${'enabled' | 'disabled' | 'codes-renewed'}`
  | `passkey-${'added' | 'removed'}`
  | `provider-${'linked' | 'unlinked'}`
  | 'password-removed'
  | 'methods-removed'
  | 'token-created'
  | 'token-created-by-token'

type MailPlatform = Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'> & { limiter: MailLimiter }

/** The module's emails in the recipient's language. Links are made from APP_URL alone (A55). */
export class AccountMails {
  private readonly platform: MailPlatform
  constructor(platform: MailPlatform) {
    this.platform = platform
  }

  /** Sent when `tx` commits. */
  verify(to: Recipient, token: string, tx: Sql): Promise<void> {
    return this.send(to, 'verify', `/api/user/verify/${token}`, tx)
  }

  /** Sent when `tx` commits. */
  reset(to: Recipient, token: string, tx: Sql): Promise<void> {
    return this.send(to, 'reset', `/create-new-password?token=${token}`, tx)
  }

  /** Notifies the owner of an account that somebody tried to sign up with its email; the visitor does not learn of it. */
  existing(to: Recipient, tx?: Sql): Promise<void> {
    return this.send(to, 'existing', '/sign-in', tx)
  }

  /** Asks the present email to confirm the change. Sent when `tx` commits. */
  emailChangeOld(to: Recipient, change: { email: string; token: string }, tx: Sql): Promise<void> {
    return this.send(to, 'email-change-old', `/confirm-email?token=${change.token}`, tx, {
      values: { email: change.email },
    })
  }

  /** Asks the new email to confirm the change. Sent when `tx` commits. */
  emailChangeNew(to: Recipient, token: string, tx: Sql): Promise<void> {
    return this.send(to, 'email-change-new', `/confirm-email?token=${token}`, tx)
  }

  /** Announces a change of the sign-in methods. Sent when `tx` commits. */
  notice(to: Notified, notice: SecurityNotice, tx: Sql): Promise<void> {
    return this.notify(to, notice, securityPage, tx)
  }

  /** Announces a sign-in with a browser that had not signed in before. Sent when `tx` commits. */
  async newDevice(to: Notified, { ip, userAgent }: Device, tx: Sql): Promise<void> {
    const { i18n, settings } = this.platform
    const t = i18n.translator(i18n.localeOf(to.locale, await settings.get('language')))
    const values = { device: deviceText(t, userAgent), ip: ip ?? t('users:device.unknown') }
    return this.notify(to, 'new-device', securityPage, tx, { values })
  }

  /** `losses`: texts about what else the deletion ends. Sent when `tx` commits. */
  async deletionRequested(
    to: Notified & { timezone: string | null },
    { at, losses }: { at: Date; losses: readonly string[] },
    tx: Sql,
  ): Promise<void> {
    const { i18n, settings } = this.platform
    const locale = i18n.localeOf(to.locale, await settings.get('language'))
    const format = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: to.timezone ?? 'UTC' })
    const values = { date: nameUtc(format.format(at), to.timezone) }
    return this.notify(to, 'deletion-requested', '/user/profile', tx, { values, more: losses })
  }

  /** Announces that an administrator keeps the account. Sent when `tx` commits. */
  deletionCancelled(to: Recipient, tx: Sql): Promise<void> {
    return this.send(to, 'deletion-cancelled', '/user/profile', tx)
  }

  /** Sent when `tx` commits. */
  exportReady(to: Recipient, tx: Sql): Promise<void> {
    return this.send(to, 'export-ready', '/user/profile', tx)
  }

  /** Sent when `tx` commits. */
  passwordChanged(to: Notified, tx: Sql): Promise<void> {
    return this.notify(to, 'password-changed', '/forgotten-password', tx)
  }

  /** Sends what somebody who has the account, maybe under another person's email, could make the server send without end. */
  private async notify(to: Notified, name: string, path: string, tx: Sql, texts?: Texts): Promise<void> {
    const recipient = normalEmail(to.email)
    const subject = to.email_proven_at ? [recipient, name] : [recipient]
    if (await takeMailAllowance(this.platform.limiter, 'notice', subject, tx))
      await this.send(to, name, path, tx, texts)
  }

  private async send(
    { email, locale }: Recipient,
    name: string,
    path: string,
    tx?: Sql,
    { values = {}, more = [] }: Texts = {},
  ): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const app = await settings.get('app_title')
    const language = i18n.localeOf(locale, await settings.get('language'))
    const t = i18n.translator(language)
    const text = (part: string) => t(`users:mail.${name}.${part}`, { app, ...values })
    const action = { label: text('action'), url: `${config.appUrl}${path}` }
    await mailer.send(
      {
        to: email,
        locale: language,
        subject: text('subject'),
        lines: [text('body'), ...more],
        action,
        footer: text('footer'),
      },
      tx,
    )
  }
}
