import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf, isMailbox } from '../../../shared/contract.ts'
import type { Config } from '../config.ts'
import type { Sql } from '../db/db.ts'
import type { Egress } from '../egress/index.ts'
import type { Attempt, Jobs } from '../jobs/index.ts'
import { decrypt, deriveKey, encrypt } from '../keys.ts'
import type { Settings } from '../settings/settings.ts'
import type { MailAttachment, MailTransport, OutgoingMail } from './outgoing-mail.ts'
import { type NodemailerError, rejectionCause } from './rejection.ts'
import { type Mail, type MailBrand, type MailLogo, renderHtml, renderText } from './render.ts'
import { createTransport } from './transport.ts'

export type { Mail, MailLogo } from './render.ts'

const job = 'mail'
/** The second attempt follows after 3 s, the last one after 16 hours: a mail server may be away or limit the rate. */
const maxAttempts = 12
/** Timeout of an email whose result a person waits for; proxies cut a request after a minute. */
const nowTimeoutMs = 50_000
/** Time that a reading of all health checks waits for the mail server, which may take ten seconds to greet. */
const promptCheckMs = 2_500

/** `files`: without a mail server; `paused`: they are written to files, too. */
type MailState = 'reachable' | 'unreachable' | 'files' | 'paused'

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `jane@example.org` → `j…@example.org`: enough to find a mail in the log, not enough to read it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…')

/** Asks mail programs for no answer when the recipient is absent (RFC 3834; the second field for Exchange). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** Mail programs show a button that ends such emails by one POST, without a page (RFC 8058). */
const unsubscribeFields = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** An email as its job stores it. Those of earlier versions name no language, and have no `Message-ID`. */
type QueuedMail = Omit<Mail, 'locale'> & Partial<Pick<Mail, 'locale'>> & { messageId?: string }

interface MailerDeps {
  config: Config
  settings: Settings
  jobs: Jobs
  log: Logger
  egress: Egress
}

/**
 * Sends emails in the background, so that the duration of a request reveals nothing about accounts (A51). Each email is a
 * job until it is sent, so a restart loses none, and is stored encrypted. Sends by SMTP or the API of a mail service
 * (MAIL_URL, else the setting `mail_url`), or writes files to DATA_DIR/mail.
 */
export class Mailer {
  private readonly config: Config
  private readonly settings: Settings
  private readonly jobs: Jobs
  private readonly log: Logger
  private readonly egress: Egress
  private logo: () => Promise<MailLogo | null> = async () => null
  private transport: { url: string | null; opened: Promise<MailTransport> } | null = null
  private readonly key: Buffer
  private lastState: MailState | null = null
  private readonly rejections = new Map<string, (id: string) => Promise<void>>()
  private readonly attachments = new Map<string, (id: string) => Promise<MailAttachment>>()
  constructor({ config, settings, jobs, log, egress }: MailerDeps) {
    this.egress = egress
    this.config = config
    this.settings = settings
    this.jobs = jobs
    this.log = log
    this.key = deriveKey(config.appKey, 'mails')
    jobs.define(job, (payload, attempt) => this.deliver((payload as { encrypted: string }).encrypted, attempt), {
      isDelivery: true,
    })
  }

  /** Registers a reader of the logo in emails; without it, or without a logo, the name is shown. */
  provideLogo(logo: () => Promise<MailLogo | null>): void {
    this.logo = logo
  }

  /**
   * Resolves when the email is stored as a job, in the transaction `tx` if given. When the mail server rejects it
   * permanently, or after twelve failed attempts, it becomes a dead letter, with an error in the log. An email to a mailbox
   * that does not exist according to the server ends with a warning instead. Rejects an invalid email address, and a link to
   * another origin.
   */
  async send(mail: Mail, tx?: Sql): Promise<void> {
    for (const email of [mail.to, mail.replyTo])
      if (email !== undefined && !isMailbox(email)) throw new Error('not an email address')
    for (const link of [mail.action, mail.unsubscribe])
      if (link && new URL(link.url).origin !== this.config.appUrl) throw new Error('mails link to our own origin only')
    const queued: QueuedMail = { ...mail, messageId: `<${randomUUID()}@${new URL(this.config.appUrl).hostname}>` }
    const encrypted = encrypt(this.key, JSON.stringify(queued)).toString('base64')
    const { urgency = 'awaited' } = mail
    await this.jobs.add(job, { encrypted }, { urgency, maxAttempts, ...(tx ? { tx } : {}) })
  }

  /** Registers how attachments of a kind are made. */
  provideAttachments(kind: string, make: (id: string) => Promise<MailAttachment>): void {
    this.attachments.set(kind, make)
  }

  /** Registers a listener for emails about a kind of thing whose recipient the mail server has rejected permanently. */
  onRejected(kind: string, told: (id: string) => Promise<void>): void {
    this.rejections.set(kind, told)
  }

  /**
   * Resolves when the mail server of `url` has accepted the email, without a retry; rejects when it has not. For tests of
   * a connection; default: the present server.
   */
  async sendNow(mail: Mail, url?: string): Promise<void> {
    // Also while emails are paused.
    const transport = await createTransport(url ?? (await this.server()), this.config.dataDir, this.egress)
    const timeout = AbortSignal.timeout(nowTimeoutMs)
    try {
      await transport.deliver(await this.render(mail), timeout)
    } catch (error) {
      this.log.warn({ err: error, to: maskEmail(mail.to) }, 'test email failed')
      throw timeout.aborted ? new Error(`no answer within ${nowTimeoutMs / 1_000} s`) : error
    } finally {
      transport.close()
    }
  }

  /** Resolves when all emails so far are sent or have failed. Jobs must be running. */
  settled(): Promise<void> {
    return this.jobs.settled(job)
  }

  /** Whether a mail server accepts a connection and the sign-in of its URL. */
  async accepts(url: string): Promise<boolean> {
    const transport = await createTransport(url, this.config.dataDir, this.egress)
    return transport
      .verify()
      .then(
        () => true,
        () => false,
      )
      .finally(() => transport.close())
  }

  /** Whether emails leave this server: `files` without a mail server, else whether it accepts a connection. */
  async check(): Promise<MailState> {
    this.lastState = await this.readState()
    return this.lastState
  }

  /**
   * `check`, for at most 2.5 s. Then it goes on: the server is `unreachable` where the last one that ended has found so, as
   * one whose packets are dropped never answers sooner, else `slow`.
   */
  async promptCheck(): Promise<MailState | 'slow'> {
    const state = await Promise.race([this.check(), sleep(promptCheckMs, null, { ref: false })])
    return state ?? (this.lastState === 'unreachable' ? 'unreachable' : 'slow')
  }

  private async readState(): Promise<MailState> {
    if (!(await this.server())) return 'files'
    if (await this.isPaused()) return 'paused'
    return (await this.current()).verify().then(
      () => 'reachable' as const,
      (error: unknown) => {
        this.log.warn({ err: error }, 'the mail server is not reachable')
        return 'unreachable' as const
      },
    )
  }

  /** Call it after the jobs have stopped. */
  async close(): Promise<void> {
    await this.closeCurrent()
  }

  /** The installation's branding in emails. */
  async brand(): Promise<MailBrand> {
    const [name, color, logo] = await Promise.all([
      this.settings.get('app_title'),
      this.settings.get('app_color'),
      this.logo(),
    ])
    return { name, color, logo }
  }

  /** MAIL_URL overrides the setting. */
  private async server(): Promise<string | null> {
    return this.config.mailUrl ?? ((await this.settings.get('mail_url')) || null)
  }

  private isPaused(): Promise<boolean> {
    return this.settings.get('mails_paused')
  }

  /** The transport to the present server; closes the transport to a former one. */
  private async current(): Promise<MailTransport> {
    const url = (await this.isPaused()) ? null : await this.server()
    if (!this.transport || this.transport.url !== url) {
      void this.closeCurrent()
      this.transport = { url, opened: createTransport(url, this.config.dataDir, this.egress) }
    }
    return this.transport.opened
  }

  /** A transport that could not be made needs no end. */
  private async closeCurrent(): Promise<void> {
    const transport = await this.transport?.opened.catch(() => null)
    transport?.close()
  }

  private async deliver(encrypted: string, { number, isLast, signal, giveUp }: Attempt): Promise<void> {
    const stored = JSON.parse(decrypt(this.key, Buffer.from(encrypted, 'base64'))) as QueuedMail
    const mail = { ...stored, locale: stored.locale ?? (await this.settings.get('language')) }
    const to = maskEmail(mail.to)
    try {
      const file = await (await this.current()).deliver(await this.render(mail), signal)
      this.log.info(
        { to, subject: oneLine(mail.subject), ...(file ? { file } : {}) },
        file ? 'mail written' : 'mail sent',
      )
    } catch (error) {
      const rejected = rejectionCause(error)
      // A mistyped address is no fault of the installation, and another attempt does not help. The reply may name the
      // address.
      if (rejected === 'mailbox') {
        this.log.warn({ reply: (error as NodemailerError).responseCode }, 'a recipient was rejected permanently')
        if (mail.about) await this.rejections.get(mail.about.kind)?.(mail.about.id)
        return
      }
      this.log[isLast || rejected ? 'error' : 'warn']({ err: error, to, attempt: number }, 'mail failed')
      if (rejected) await giveUp()
      // The mail server's error may name the recipient, and the job's row stores the thrown message.
      throw new Error(`mail failed: ${codeOf(error) ?? 'unknown'}`)
    }
  }

  private async render(mail: Mail & Pick<QueuedMail, 'messageId'>): Promise<OutgoingMail> {
    const [brand, contact] = await Promise.all([this.brand(), this.settings.get('contact_email')])
    const attachment = mail.attachment && (await this.attach(mail.attachment))
    const fallback = `no-reply@${new URL(this.config.appUrl).hostname}`
    return {
      from: { name: oneLine(brand.name), address: contact || fallback },
      to: { name: '', address: mail.to },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: oneLine(mail.subject),
      text: renderText(mail, brand),
      html: renderHtml(mail, brand),
      ...(attachment ? { attachments: [attachment] } : {}),
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      // An answer to a person who wrote it arrives with them.
      headers: {
        ...(mail.replyTo ? {} : automatic),
        ...(mail.unsubscribe ? unsubscribeFields(mail.unsubscribe.url) : {}),
      },
    }
  }

  private async attach({ kind, id }: { kind: string; id: string }): Promise<MailAttachment> {
    const make = this.attachments.get(kind)
    if (!make) throw new Error(`no module makes attachments of the kind ${kind}`)
    return make(id)
  }
}
