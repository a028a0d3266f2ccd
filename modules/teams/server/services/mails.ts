import type { Platform, Sql } from '../../../platform/index.ts'

/** Emails about team folders, in the language of an account, or else of the installation. */
export class TeamMails {
  private readonly platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>
  constructor(platform: Pick<Platform, 'mailer' | 'i18n' | 'settings' | 'config'>) {
    this.platform = platform
  }

  // i18n-keys: teams:mail.invitation.*
  /** The link of an invitation, by which it is accepted or declined; sent when the transaction is committed. */
  async invitation(
    to: string,
    { id, inviter, folder, locale }: { id: string; inviter: string; folder: string; locale: string | null },
    tx?: Sql,
  ): Promise<void> {
    const { mailer, i18n, settings, config } = this.platform
    const language = i18n.localeOf(locale, await settings.get('language'))
    const t = i18n.translator(language)
    const values = { app: await settings.get('app_title'), inviter, folder }
    const text = (part: string) => t(`teams:mail.invitation.${part}`, values)
    await mailer.send(
      {
        to,
        locale: language,
        subject: text('subject'),
        lines: [text('body')],
        action: { label: text('action'), url: `${config.appUrl}/team-folder-invitation/${id}` },
        footer: text('footer'),
        urgency: 'notice',
      },
      tx,
    )
  }
}
