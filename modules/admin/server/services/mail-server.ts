import { type Mail, type Platform, platformErrors, settingsChanged } from '../../../platform/index.ts'
import { adminErrors } from '../errors.ts'
import { type MailServerInput, mailUrlOf } from './mail-url.ts'

/** The mail server that administrators choose; it is used only after it has accepted an email. */
export class MailServer {
  private readonly platform: Pick<Platform, 'config' | 'settings' | 'mailer' | 'realtime' | 'audit'>
  constructor(platform: Pick<Platform, 'config' | 'settings' | 'mailer' | 'realtime' | 'audit'>) {
    this.platform = platform
  }

  /** Sends `mail` by the present server. Throws 422 `connection-failed`. */
  async test(mail: Mail, url?: string): Promise<void> {
    await this.platform.mailer.sendNow(mail, url).catch(() => {
      throw adminErrors.fail('connection-failed')
    })
  }

  /** Throws 409 `set-by-environment`, 422 `connection-failed`; then nothing is stored. */
  async set(given: MailServerInput, mail: Mail, actor: { actorId: string; ip: string }): Promise<void> {
    const { config, settings, realtime, audit } = this.platform
    if (config.mailUrl) throw adminErrors.fail('set-by-environment')
    const url = mailUrlOf(given)
    if (url === null)
      throw platformErrors.fail('validation-failed', {
        errors: { [given.mailDriver]: ['platform:validation.required'] },
      })
    if (url) await this.test(mail, url)
    await settings.setText('mail_url', url)
    realtime.publishToEverybody({ event: settingsChanged, ids: {} })
    await audit({ ...actor, action: 'admin.setting.changed', target: 'mail_url' })
  }
}
