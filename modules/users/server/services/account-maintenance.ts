import { sql } from 'kysely'
import { type Platform, retentionPausedSince, type Tx } from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'
import { postponeAfterJumps } from '../postpone-deletions.ts'
import type { AccountDeletion } from './account-deletion.ts'
import type { DataExports } from './data-exports.ts'
import { deleteExpiredEmailTokens } from './email-tokens.ts'
import { deleteExpiredSessions } from './expired-sessions.ts'
import type { PersonalAccessTokens } from './personal-access-tokens.ts'
import type { SignInChallenges } from './sign-in-challenges.ts'

const unverifiedDays = 30

interface MaintenanceDeps {
  platform: Pick<Platform, 'db' | 'events' | 'jobs' | 'limiter' | 'settings'>
  tokens: PersonalAccessTokens
  challenges: SignInChallenges
  dataExports: DataExports
  deletion: AccountDeletion
}

/** Scheduled jobs of the accounts. */
export class AccountMaintenance {
  private readonly deps: MaintenanceDeps
  constructor(deps: MaintenanceDeps) {
    this.deps = deps
    postponeAfterJumps(deps.platform.events)
  }

  /**
   * Orders the deletion of accounts whose email was not verified within 30 days; the deletion lets other modules, such as
   * billing, clean up first. An account that signed in while verification was off may hold files, and stays.
   */
  async deleteUnverified(): Promise<{ ordered: number }> {
    const { db, settings } = this.deps.platform
    if (!(await settings.get('user_verification'))) return { ordered: 0 }
    // An account may have been verified since the backup.
    if (await retentionPausedSince(db, unverifiedDays)) return { ordered: 0 }
    return db.transaction(async (tx) => {
      const unused = await unusedSince(tx, unverifiedDays)
      await this.deps.deletion.orderUnverified(tx, unused)
      return { ordered: unused.length }
    })
  }

  /** Deletes expired sessions, tokens, links, exports and attempt counters. */
  async cleanUp(): Promise<{ sessions: number }> {
    const { platform, tokens, challenges, dataExports } = this.deps
    await deleteExpiredEmailTokens(platform.db)
    await tokens.deleteExpired()
    await challenges.deleteExpired()
    await dataExports.deleteExpired()
    await platform.limiter.deleteExpired()
    return { sessions: await deleteExpiredSessions(platform) }
  }
}

/**
 * Ids of accounts that were created more than `days` ago and never used; accounts whose deletion has begun are left
 * out. Locks the rows, so that none is verified or used before `tx` ends.
 */
const unusedSince = async (tx: Tx, days: number): Promise<string[]> => {
  const unused = await tx
    .builder<UsersTables>()
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .where('first_signed_in_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where(({ or, eb }) => or([eb('deletion_at', 'is', null), eb('deletion_at', '>', sql<Date>`now()`)]))
    .forUpdate()
    .execute()
  return unused.map(({ id }) => id)
}
