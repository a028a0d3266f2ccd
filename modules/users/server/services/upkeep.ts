import type { Platform } from '../../../platform/index.ts'
import type { Sessions } from './sessions.ts'

const unverifiedDays = 30

/** Jobs of the accounts. */
export class Upkeep {
  private readonly platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>
  private readonly sessions: Sessions
  constructor(platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>, sessions: Sessions) {
    this.platform = platform
    this.sessions = sessions
  }

  /**
   * Accounts whose address was never confirmed within 30 days. One that has ever been let in, while verification was
   * off, may hold files and stays.
   */
  async deleteUnverified(): Promise<{ deleted: number }> {
    const { db, settings } = this.platform
    if (!(await settings.get('user_verification'))) return { deleted: 0 }
    const deleted = await db.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `delete from users u where email_verified_at is null and created_at < now() - make_interval(days => $1)
           and not exists (select 1 from audit_log a where a.actor_id = u.id and a.action = 'users.sign-in.done')
         returning id`,
        [unverifiedDays],
      )
      for (const { id } of rows) {
        await this.platform.audit(
          { actorId: null, action: 'users.deleted', target: id, details: { why: 'unverified' } },
          tx,
        )
        tx.emit('users.deleted', { userId: id })
      }
      return rows.length
    })
    return { deleted }
  }

  /** Expired sessions, links and attempt counters. */
  async tidy(): Promise<{ sessions: number }> {
    const { db, limiter } = this.platform
    await db.query("delete from mail_tokens where expires_at < now() - interval '7 days'")
    await limiter.tidy()
    return { sessions: await this.sessions.tidy() }
  }
}
