import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Settings } from '../settings.ts'
import { type Mail, renderHtml, renderText } from './render.ts'
import { createTransport, type Letter } from './transport.ts'

export type { Mail } from './render.ts'

/** Waits before the second and third try of a mail. */
const pauses = [2_000, 15_000]

/** One recipient, nothing that a mail server could read as two (A64). */
const address = /^[^\s@"<>(),:;[\]\\\p{Cc}]+@[^\s@"<>(),:;[\]\\\p{Cc}]+$/u
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `jane@example.org` → `j…@example.org`: enough to find a mail in the log, not enough to read it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…')

/**
 * Sends mails behind the back of the request that asked, so that its time tells nothing about accounts (A51).
 * By SMTP (MAIL_URL), else as files in DATA_DIR/mail.
 */
export class Mailer {
  private readonly config: Config
  private readonly settings: Settings
  private readonly log: Logger
  private readonly transport
  private readonly pending = new Set<Promise<void>>()
  private readonly stop = new AbortController()
  constructor(config: Config, settings: Settings, log: Logger) {
    this.config = config
    this.settings = settings
    this.log = log
    this.transport = createTransport(config)
  }

  /** Returns at once; three tries, then an error in the log. Throws for an address or link that may not be. */
  send(mail: Mail): void {
    for (const each of [mail.to, mail.replyTo])
      if (each !== undefined && !address.test(each)) throw new Error('not an address')
    if (mail.action && new URL(mail.action.url).origin !== this.config.appUrl)
      throw new Error('mails link to our own origin only')
    const work = this.deliver(mail).finally(() => this.pending.delete(work))
    this.pending.add(work)
  }

  /** Resolves when all mails handed over so far are out, or have failed. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending)
  }

  /** Gives mails on their way `ms` to get out. */
  async close(ms = 5_000): Promise<void> {
    await Promise.race([this.settled(), sleep(ms, undefined, { ref: false })])
    this.stop.abort()
    this.transport.close()
  }

  private async deliver(mail: Mail): Promise<void> {
    const to = maskEmail(mail.to)
    for (let attempt = 0; ; attempt++) {
      try {
        const file = await this.transport.deliver(await this.letter(mail))
        this.log.info(
          { to, subject: oneLine(mail.subject), ...(file ? { file } : {}) },
          file ? 'mail written' : 'mail sent',
        )
        return
      } catch (error) {
        const pause = pauses[attempt]
        this.log[pause === undefined ? 'error' : 'warn']({ err: error, to, attempt }, 'mail failed')
        if (pause === undefined) return
        const stopped = await sleep(pause, undefined, { signal: this.stop.signal, ref: false }).catch(() => true)
        if (stopped) return
      }
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
      from: { name: oneLine(name), address: address.test(contact) ? contact : fallback },
      to: { name: '', address: mail.to },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: oneLine(mail.subject),
      text: renderText(mail, { name, color }),
      html: renderHtml(mail, { name, color }),
    }
  }
}
