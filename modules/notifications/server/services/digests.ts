import type { Platform, Sql, Tx } from '../../../platform/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import type { NotificationCategory } from '../../contract.ts'
import { type NotificationRow, notificationColumns, presentNotification } from '../notification.resource.ts'
import { rateLimits } from '../rate-limits.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export interface DigestsDeps {
  platform: Pick<Platform, 'db' | 'mailer' | 'i18n' | 'settings' | 'config'>
  limiter: Pick<Platform['limiter'], 'tryConsume'>
  accounts: Pick<Users['accounts'], 'byId'>
}

type DigestReader = Pick<Account, 'id' | 'email' | 'locale' | 'timezone'>

/** Notifications of one email; it says how many more there are. */
const maxListed = 30

/** Mails the unread notifications of categories that users want by mail: once a day, and some soon (prompt-mails.ts). */
export class Digests {
  private readonly deps: DigestsDeps
  constructor(deps: DigestsDeps) {
    this.deps = deps
  }

  /**
   * Mails the waiting notifications of all users. Resolves with the number of emails. A failed email leaves its
   * notifications for the next attempt; the others are still sent, then it rejects.
   */
  async send(): Promise<{ sent: number }> {
    const waiting = await this.deps.platform.db.query<{ user_id: string }>(
      'select distinct user_id from notifications where by_mail',
    )
    let sent = 0
    const failures: unknown[] = []
    for (const { user_id } of waiting)
      try {
        if (await this.sendWaiting(user_id)) sent += 1
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
    return { sent }
  }

  /** Mails those of one category soon after their events. False where they wait for the daily email. */
  async sendSoon(userId: string, category: NotificationCategory): Promise<boolean> {
    const account = await this.deps.accounts.byId(userId)
    return account?.status === 'active' && this.sendTo(account, category)
  }

  /** Mails a user's waiting notifications. False when all were read meanwhile; a suspended account keeps its. */
  private async sendWaiting(userId: string): Promise<boolean> {
    const account = await this.deps.accounts.byId(userId)
    return account?.status === 'active' && this.sendTo(account)
  }

  /**
   * Whoever has an account under another person's email also chooses names and titles that notifications show: until the
   * email is proven, a few emails a day show them. Without anything unread no email follows, and none counts.
   */
  private async mayTell(
    { id, email, email_proven_at }: Account,
    category: NotificationCategory | null,
    tx: Tx,
  ): Promise<boolean> {
    if (email_proven_at) return true
    const unread = await tx.query(
      `select 1 from notifications where user_id = $1 and by_mail and read_at is null
       and category = coalesce($2, category) limit 1`,
      [id, category],
    )
    if (unread.length === 0) return true
    return this.deps.limiter.tryConsume(rateLimits.emailsPerUnprovenRecipient, [email], { tx })
  }

  /** `category`: of this one alone. False when all of them were read meanwhile, or wait for the daily email. */
  private sendTo(account: Account, category: NotificationCategory | null = null): Promise<boolean> {
    return this.deps.platform.db.transaction(async (tx) => {
      const tells = await this.mayTell(account, category, tx)
      if (!tells && category) return false
      const rows = await tx.query<NotificationRow>(
        `with mailed as (
           update notifications set by_mail = false where user_id = $1 and by_mail
           and category = coalesce($2, category) returning ${notificationColumns.join(', ')}
         ) select * from mailed order by created_at desc, id desc`,
        [account.id, category],
      )
      const unread = rows.filter(({ read_at }) => read_at === null)
      if (unread.length > 0) await this.mail(account, unread, { tx, tells })
      return unread.length > 0
    })
  }

  /** `tells`: what the notifications are about, else their number alone. */
  // i18n-keys: notifications:mail.digest.*
  async mail(
    { id, email, locale, timezone }: DigestReader,
    rows: readonly NotificationRow[],
    { tells, tx }: { tells: boolean; tx?: Sql },
  ) {
    const { mailer, i18n, settings, config } = this.deps.platform
    const language = i18n.localeOf(locale, await settings.get('language'))
    const t = i18n.translator(language)
    const values = { app: await settings.get('app_title'), count: rows.length }
    const text = (part: string) => t(`notifications:mail.digest.${part}`, values)
    const shown = (tells ? rows : [])
      .slice(0, maxListed)
      .map((row) => presentNotification(row, t, { locale: language, timezone }).attributes)
    const [only, second] = shown
    const lines = shown.map(({ title, description }) => t('notifications:mail.digest.entry', { title, description }))
    const others = rows.length - lines.length
    if (!tells) lines.push(text('unproven'))
    else if (others > 0) lines.push(t('notifications:mail.digest.others', { count: others }))
    await mailer.send(
      {
        to: email,
        locale: language,
        subject: only && !second ? only.title : text('subject'),
        lines,
        action: { label: text('action'), url: `${config.appUrl}/platform/files` },
        footer: text('footer'),
        unsubscribe: { label: text('unsubscribe'), url: unsubscribeUrl(config, id) },
        urgency: 'bulk',
      },
      tx,
    )
  }
}
