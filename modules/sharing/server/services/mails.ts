import type { Platform, Sql } from '../../../platform/index.ts'

/** Mails of links, in the language of the installation: the reader has no account that would name one. */
export class Mails {
  private readonly platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>
  constructor(platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>) {
    this.platform = platform
  }

  /** The link itself. Opening it uses nothing up: a code is asked for on the page. */
  link(to: string, { owner, item, path }: { owner: string; item: string; path: string }): Promise<void> {
    return this.send(to, 'link', { owner, item }, path)
  }

  code(to: string, { item, code, path }: { item: string; code: string; path: string }): Promise<void> {
    return this.send(to, 'code', { item, code }, path)
  }

  // i18n-keys: sharing:mail.request.*, sharing:mail.received.*, sharing:mail.receivedLate.*, sharing:mail.receipt.*, sharing:mail.filled.*
  /** An upload request's link, with what its owner wrote. */
  request(to: string, { owner, notes }: { owner: string; notes: string }, path: string): Promise<void> {
    return this.send(to, 'request', { owner }, path, notes ? { more: [notes] } : {})
  }

  /** What one guest sent, to the owner. */
  received(
    to: string,
    values: { from: string; title: string; count: number; size: string; late: number },
    path: string,
    tx: Sql,
  ) {
    return this.send(to, values.late > 0 ? 'receivedLate' : 'received', values, path, { tx })
  }

  /** To a guest: that all is there. It names nothing they wrote, so that nobody mails strangers through us. */
  receipt(to: string, values: { owner: string; title: string; count: number; size: string }, tx: Sql): Promise<void> {
    return this.send(to, 'receipt', values, null, { tx })
  }

  filled(to: string, values: { title: string }, path: string): Promise<void> {
    return this.send(to, 'filled', values, path)
  }

  private async send(
    to: string,
    name: string,
    values: Record<string, string | number>,
    path: string | null,
    { more = [], tx }: { more?: string[]; tx?: Sql } = {},
  ): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const t = i18n.translator(i18n.match([await settings.get('language')]) ?? i18n.fallback)
    const all = { app: await settings.get('app_title'), ...values }
    const text = (part: string) => t(`sharing:mail.${name}.${part}`, all)
    const mail = {
      to,
      subject: text('subject'),
      lines: [text('body'), ...more],
      ...(path === null ? {} : { action: { label: text('action'), url: `${config.appUrl}${path}` } }),
      footer: text('footer'),
    }
    await mailer.send(mail, tx)
  }
}
