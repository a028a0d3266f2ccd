import { sql } from 'kysely'
import { actorsWithAction, type Platform, type Tx } from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'
import type { DataExports } from './data-exports.ts'
import { deleteExpiredEmailTokens } from './email-tokens.ts'
import type { Sessions } from './sessions.ts'
import type { SignInChallenges } from './sign-in-challenges.ts'

const unverifiedDays = 30

/** Scheduled jobs of the accounts. */
export class Maintenance {
  private readonly platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>
  private readonly sessions: Sessions
  private readonly challenges: SignInChallenges
  private readonly dataExports: DataExports
  constructor(
    platform: Pick<Platform, 'db' | 'limiter' | 'settings' | 'audit'>,
    sessions: Sessions,
    challenges: SignInChallenges,
    dataExports: DataExports,
  ) {
    this.platform = platform
    this.sessions = sessions
    this.challenges = challenges
    this.dataExports = dataExports
  }

  /**
   * Deletes accounts whose email was not verified within 30 days. An account that signed in while verification was off may
   * hold files and stays.
   */
  async deleteUnverified(): Promise<{ deleted: number }> {
    const { db, settings, audit } = this.platform
    if (!(await settings.get('user_verification'))) return { deleted: 0 }
    return db.transaction(async (tx) => {
      const candidates = await unverifiedSince(tx, unverifiedDays)
      const signedIn = await actorsWithAction(tx, 'users.sign-in.done', candidates)
      const deleted = await deleteUsers(
        tx,
        candidates.filter((id) => !signedIn.has(id)),
      )
      for (const id of deleted) {
        const details = { reason: 'unverified' }
        await audit({ actorId: null, action: 'users.deleted', target: id, details }, tx)
        tx.emit('users.deleted', { userId: id })
      }
      return { deleted: deleted.length }
    })
  }

  /** Deletes expired sessions, links, exports and attempt counters. */
  async cleanUp(): Promise<{ sessions: number }> {
    await deleteExpiredEmailTokens(this.platform.db)
    await this.challenges.deleteExpired()
    await this.dataExports.deleteExpired()
    await this.platform.limiter.deleteExpired()
    return { sessions: await this.sessions.deleteExpired() }
  }
}

/** Locks the rows: an account that is verified at this moment is not deleted. */
const unverifiedSince = async (tx: Tx, days: number): Promise<string[]> => {
  const found = await tx
    .builder<UsersTables>()
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .forUpdate()
    .execute()
  return found.map(({ id }) => id)
}

const deleteUsers = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const deleted = await tx
    .builder<UsersTables>()
    .deleteFrom('users')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}
