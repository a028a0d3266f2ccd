import type { Executor, Platform } from '../../../platform/index.ts'
import type { Users } from '../../../users/index.ts'
import { formatBytes } from '../../../web/contract.ts'

type MailPlatform = Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>

/** Kind of the subject of emails with a link (`about`), whose id is the recipient's. */
export const recipientKind = 'share-recipient'

interface SendOptions {
  quoted?: string[]
  about?: { kind: string; id: string }
  tx?: Executor
  locale?: string | null | undefined
}

/**
 * Emails about links and requests, queued in the transaction of the change that they announce. Language: of the reader's
 * account, else of the page that they use (`locale`), else of the installation.
 */
export class ShareMails {
  private readonly platform: MailPlatform
  private readonly accounts: Pick<Users['accounts'], 'byEmail'>
  constructor(platform: MailPlatform, accounts: Pick<Users['accounts'], 'byEmail'>) {
    this.platform = platform
    this.accounts = accounts
  }

  /** The link itself. Opening it uses nothing up: the page asks for a code where one is required. */
  link(
    { id, email }: { id: string; email: string },
    { owner, item, path }: { owner: string; item: string; path: string },
    tx: Executor,
  ): Promise<void> {
    return this.send(email, 'link', { owner, item }, path, { tx, about: { kind: recipientKind, id } })
  }

  code(
    to: string,
    { item, code, path, locale }: { item: string; code: string; path: string; locale?: string },
  ): Promise<void> {
    return this.send(to, 'code', { item, code }, path, { locale })
  }

  // i18n-keys: sharing:mail.request.*, sharing:mail.receipt.*, sharing:mail.receiptUntitled.*
  /** The link of a file request, with the owner's message. */
  request(
    to: string,
    { owner, message }: { owner: string; message: string },
    path: string,
    tx: Executor,
  ): Promise<void> {
    return this.send(to, 'request', { owner }, path, { tx, quoted: message ? [message] : [] })
  }

  /**
   * To an uploader; `title` is the request's. Contains no text that they entered, so that the mail cannot carry messages to
   * other recipients.
   */
  confirmation(
    to: string,
    {
      title,
      locale,
      ...values
    }: { owner: string; title: string | null; count: number; bytes: number; locale?: string | null },
    tx: Executor,
  ): Promise<void> {
    return title === null
      ? this.send(to, 'receiptUntitled', values, null, { tx, locale })
      : this.send(to, 'receipt', { ...values, title }, null, { tx, locale })
  }

  /** To the installation's contact: a visitor has reported a link. Contains no text of the visitor. */
  abuseReport(to: string, values: { item: string }, tx: Executor): Promise<void> {
    return this.send(to, 'abuseReport', values, '/admin/reports', { tx })
  }

  private async send(
    to: string,
    name: string,
    values: Record<string, string | number>,
    path: string | null,
    { quoted = [], about, tx, locale: shown }: SendOptions = {},
  ): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    // Within the transaction too: it must not wait for a second connection.
    const account = await this.accounts.byEmail(to, tx)
    const locale = i18n.localeOf(account?.locale ?? shown, await settings.get('language'))
    const t = i18n.translator(locale)
    const size = typeof values.bytes === 'number' ? { size: formatBytes(values.bytes, locale) } : {}
    const all = { app: await settings.get('app_title'), ...values, ...size }
    const text = (part: string) => t(`sharing:mail.${name}.${part}`, all)
    const mail = {
      to,
      locale,
      subject: text('subject'),
      lines: [text('body')],
      quoted,
      ...(path === null ? {} : { action: { label: text('action'), url: `${config.appUrl}${path}` } }),
      footer: text('footer'),
      ...(about ? { about } : {}),
      // The visitor of a link waits for its code.
      urgency: name === 'code' ? ('awaited' as const) : ('notice' as const),
    }
    await mailer.send(mail, tx)
  }
}
