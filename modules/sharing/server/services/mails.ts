import type { Platform } from '../../../platform/index.ts'

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

  private async send(to: string, name: string, values: Record<string, string>, path: string): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const t = i18n.translator(i18n.match([await settings.get('language')]) ?? i18n.fallback)
    const all = { app: await settings.get('app_title'), ...values }
    const text = (part: string) => t(`sharing:mail.${name}.${part}`, all)
    mailer.send({
      to,
      subject: text('subject'),
      lines: [text('body')],
      action: { label: text('action'), url: `${config.appUrl}${path}` },
      footer: text('footer'),
    })
  }
}
