import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sql } from '../db/db.ts'
import type { Jobs, Try } from '../jobs/index.ts'
import { deriveKey, seal, unseal } from '../keys.ts'
import type { Settings } from '../settings/settings.ts'
import { emailAddress } from './address.ts'
import { type Mail, renderHtml, renderText } from './render.ts'
import { createTransport, type Letter } from './transport.ts'

export type { Mail } from './render.ts'

const job = 'mail'
/** The second try is three seconds after the first, the third eight after that. */
const attempts = 3

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `jane@example.org` → `j…@example.org`: enough to find a mail in the log, not enough to read it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…')

export interface MailerDeps {
  config: Config
  settings: Settings
  jobs: Jobs
  log: Logger
}

/**
 * Sends mails behind the back of the request that asked, so that its time tells nothing about accounts (A51). Each is a job
 * until it is out: a restart loses none. What they say is sealed at rest. By SMTP (MAIL_URL), else as files in DATA_DIR/mail.
 */
export class Mailer {
  private readonly config: Config
  private readonly settings: Settings
  private readonly jobs: Jobs
  private readonly log: Logger
  private readonly transport
  private readonly key: Buffer
  constructor({ config, settings, jobs, log }: MailerDeps) {
    this.config = config
    this.settings = settings
    this.jobs = jobs
    this.log = log
    this.transport = createTransport(config)
    this.key = deriveKey(config.appKey, 'mails')
    jobs.define(job, (payload, at) => this.deliver((payload as { sealed: string }).sealed, at))
  }

  /**
   * Resolves when the mail is sure to be sent, with the commit of `tx` if given: three tries, then it is parked with an
   * error in the log. Rejects for an address or link that may not be.
   */
  async send(mail: Mail, tx?: Sql): Promise<void> {
    for (const each of [mail.to, mail.replyTo])
      if (each !== undefined && !emailAddress.test(each)) throw new Error('not an address')
    if (mail.action && new URL(mail.action.url).origin !== this.config.appUrl)
      throw new Error('mails link to our own origin only')
    const sealed = seal(this.key, JSON.stringify(mail)).toString('base64')
    await this.jobs.add(job, { sealed }, { queue: job, attempts, ...(tx ? { tx } : {}) })
  }

  /** Resolves when all mails handed over so far are out, or have failed; while jobs run. */
  settled(): Promise<void> {
    return this.jobs.settled(job)
  }

  /** After the jobs have ended. */
  close(): void {
    this.transport.close()
  }

  private async deliver(sealed: string, { attempt, last }: Try): Promise<void> {
    const mail = JSON.parse(unseal(this.key, Buffer.from(sealed, 'base64'))) as Mail
    const to = maskEmail(mail.to)
    try {
      const file = await this.transport.deliver(await this.letter(mail))
      this.log.info(
        { to, subject: oneLine(mail.subject), ...(file ? { file } : {}) },
        file ? 'mail written' : 'mail sent',
      )
    } catch (error) {
      this.log[last ? 'error' : 'warn']({ err: error, to, attempt }, 'mail failed')
      // What the mail server said may name the recipient; the job's row keeps what is thrown.
      throw new Error(`mail failed: ${(error as { code?: string }).code ?? 'unknown'}`)
    }
  }

  private async letter(mail: Mail): Promise<Letter> {
    const [name, color, contact] = await Promise.all([
      this.settings.get('app_title'),
      this.settings.get('app_color'),
      this.settings.get('contact_email'),
    ])
    const fallback = `no-reply@${new URL(this.config.appUrl).hostname}`
    return {
      from: { name: oneLine(name), address: contact || fallback },
      to: { name: '', address: mail.to },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: oneLine(mail.subject),
      text: renderText(mail, { name, color }),
      html: renderHtml(mail, { name, color }),
    }
  }
}
