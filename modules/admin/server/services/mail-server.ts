import {
  type AuditActor,
  type Mail,
  type MailServerInput,
  mailUrlOf,
  type Platform,
  platformErrors,
} from '../../../platform/index.ts'
import { adminErrors } from '../errors.ts'
import { mailReply } from './mail-reply.ts'

/** The mail server that administrators choose. It is stored only after it has accepted an email. */
export class MailServer {
  private readonly platform: Pick<Platform, 'db' | 'config' | 'settings' | 'mailer' | 'audit'>
  constructor(platform: Pick<Platform, 'db' | 'config' | 'settings' | 'mailer' | 'audit'>) {
    this.platform = platform
  }

  /** Sends `mail` by the server at `url`, by default the present one. Throws 422 `connection-failed`. */
  async test(mail: Mail, url?: string): Promise<void> {
    const { config, settings, mailer } = this.platform
    const used = url ?? config.mailUrl ?? (await settings.get('mail_url'))
    await mailer.sendNow(mail, url).catch((error: unknown) => {
      throw adminErrors.fail('connection-failed', { values: { reason: mailReply(error, used) } })
    })
  }

  /** Stores the mail server. Throws 409 `set-by-environment`, 422 `connection-failed`; then nothing is stored. */
  async set(input: MailServerInput, mail: Mail, actor: AuditActor): Promise<void> {
    const { db, config, settings, audit } = this.platform
    if (config.mailUrl) throw adminErrors.fail('set-by-environment')
    const url = mailUrlOf(input)
    const invalid = (text: 'required' | 'invalid') =>
      platformErrors.fail('validation-failed', { errors: { [input.mailDriver]: [`platform:validation.${text}`] } })
    if (url === null) throw invalid('required')
    // Before the test: its email would have been sent although the setting cannot be stored.
    if (settings.definitions.mail_url?.type.parse(url) === undefined) throw invalid('invalid')
    if (url) await this.test(mail, url)
    await db.transaction(async (tx) => {
      await settings.setText('mail_url', url, tx)
      await audit({ ...actor, action: 'admin.setting.changed', target: 'mail_url' }, tx)
    })
  }
}
