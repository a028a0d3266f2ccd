import type { Platform, Sql } from '../../../platform/index.ts'

interface Recipient {
  email: string
  locale: string | null
}

/** The module's emails in the recipient's language. Links are made from APP_URL alone (A55). */
export class Emails {
  private readonly platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>
  constructor(platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>) {
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

  /** Somebody signed up with an email that has an account already: its owner is notified, the visitor is not. */
  existing(to: Recipient): Promise<void> {
    return this.send(to, 'existing', '/sign-in')
  }

  passwordChanged(to: Recipient): Promise<void> {
    return this.send(to, 'password-changed', '/forgotten-password')
  }

  private async send({ email, locale }: Recipient, name: string, path: string, tx?: Sql): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const app = await settings.get('app_title')
    const t = i18n.translator(i18n.match([locale ?? '', await settings.get('language')]) ?? i18n.fallback)
    const text = (part: string) => t(`users:mail.${name}.${part}`, { app })
    const action = { label: text('action'), url: `${config.appUrl}${path}` }
    await mailer.send(
      { to: email, subject: text('subject'), lines: [text('body')], action, footer: text('footer') },
      tx,
    )
  }
}
