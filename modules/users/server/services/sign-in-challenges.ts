import { sql } from 'kysely'
import { type Db, type Executor, randomToken, sha256 } from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'
import type { ChallengePurpose } from '../entities/sign-in.entities.ts'

/** Lifetime of a half-finished sign-in: enough to fetch one's phone. */
export const challengeTtlSeconds = 10 * 60

interface SignInChallenge {
  userId: string | null
  data: Record<string, unknown>
}

/** Half-finished sign-ins. A random cookie binds each to one browser; it expires by itself. */
export class SignInChallenges {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Resolves with the value of the cookie. */
  async begin(purpose: ChallengePurpose, { userId, data }: SignInChallenge): Promise<string> {
    const token = randomToken(32)
    await this.tables()
      .insertInto('sign_in_challenges')
      .values({
        token_hash: sha256(token),
        purpose,
        user_id: userId,
        data: sql<Record<string, unknown>>`${JSON.stringify(data)}::jsonb`,
        expires_at: sql<Date>`now() + make_interval(secs => ${challengeTtlSeconds})`,
      })
      .execute()
    return token
  }

  /** The challenge stays valid; null when it is unknown, expired or of another purpose. */
  async read(purpose: ChallengePurpose, token: string | undefined): Promise<SignInChallenge | null> {
    if (!token) return null
    const row = await this.tables()
      .selectFrom('sign_in_challenges')
      .select(['user_id', 'data'])
      .where('token_hash', '=', sha256(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    return row ? { userId: row.user_id, data: row.data } : null
  }

  /** Like `read`, and ends the challenge: each is consumed once. */
  async consume(
    purpose: ChallengePurpose,
    token: string | undefined,
    executor: Executor = this.db,
  ): Promise<SignInChallenge | null> {
    if (!token) return null
    const row = await executor
      .builder<UsersTables>()
      .deleteFrom('sign_in_challenges')
      .where('token_hash', '=', sha256(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['user_id', 'data'])
      .executeTakeFirst()
    return row ? { userId: row.user_id, data: row.data } : null
  }

  async deleteExpired(): Promise<void> {
    await this.tables().deleteFrom('sign_in_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
  }

  private tables() {
    return this.db.builder<UsersTables>()
  }
}
