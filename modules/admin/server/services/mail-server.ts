import { type Mail, type Platform, settingsChanged } from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import type { setMailServer } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

type Given = BodyOf<typeof setMailServer>

const urlOf = ({ mailDriver, smtp }: Given): string => {
  if (mailDriver === 'log' || !smtp) return ''
  const { host, port, username = '', password = '', encryption } = smtp
  const signIn = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password)}@` : ''
  const options = encryption === 'tls' ? '?requireTLS=true' : ''
  return `${encryption === 'ssl' ? 'smtps' : 'smtp'}://${signIn}${host}:${port}${options}`
}

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
  async set(given: Given, mail: Mail, actor: { actorId: string; ip: string }): Promise<void> {
    const { config, settings, realtime, audit } = this.platform
    if (config.mailUrl) throw adminErrors.fail('set-by-environment')
    const url = urlOf(given)
    if (url) await this.test(mail, url)
    await settings.setText('mail_url', url)
    realtime.publishToEverybody({ event: settingsChanged, ids: {} })
    await audit({ ...actor, action: 'admin.setting.changed', target: 'mail_url' })
  }
}
