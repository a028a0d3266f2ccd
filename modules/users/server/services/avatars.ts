import { fileURLToPath } from 'node:url'
import { IsolatedProcess, type Platform, randomToken } from '../../../platform/index.ts'
import type { AvatarPictures, AvatarRequest, AvatarSize } from '../avatars/protocol.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import type { Accounts } from './accounts.ts'

const script = fileURLToPath(new URL('../avatars/avatar-process.ts', import.meta.url))

/** Pictures of accounts: re-encoded in a separate process, stored in the database in three sizes. */
export class Avatars {
  private readonly process = new IsolatedProcess<AvatarRequest, AvatarPictures>(script, { serialization: 'advanced' })
  private readonly platform: Pick<Platform, 'db' | 'limiter'>
  private readonly accounts: Accounts
  constructor(platform: Pick<Platform, 'db' | 'limiter'>, accounts: Accounts) {
    this.platform = platform
    this.accounts = accounts
  }

  /** Resolves with the new picture's name. Throws 422 `avatar-unreadable` for another file, 429 after 30 an hour. */
  set(userId: string, source: Buffer): Promise<string> {
    const counter = { limit: rateLimits.avatarsPerAccount, subject: [userId] }
    return this.platform.limiter.attempt([counter], () => this.replace(userId, source))
  }

  private async replace(userId: string, source: Buffer): Promise<string> {
    const made = await this.process.runOnce({ source })
    if (!made) throw usersErrors.fail('avatar-unreadable')
    const name = `${randomToken(16)}.webp`
    const { xs, sm, md } = made.pictures
    const values = { name, xs: Buffer.from(xs), sm: Buffer.from(sm), md: Buffer.from(md) }
    await this.platform.db.transaction(async (tx) => {
      await tx
        .builder<UsersTables>()
        .insertInto('user_avatars')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute()
      await this.accounts.update(userId, { avatar: name }, tx)
    })
    this.accounts.invalidate(userId)
    return name
  }

  async remove(userId: string): Promise<void> {
    await this.platform.db.transaction(async (tx) => {
      await tx.builder<UsersTables>().deleteFrom('user_avatars').where('user_id', '=', userId).execute()
      await this.accounts.update(userId, { avatar: null }, tx)
    })
    this.accounts.invalidate(userId)
  }

  /** The WebP of a name, or null. */
  async read(size: AvatarSize, name: string): Promise<Buffer | null> {
    const row = await this.platform.db
      .builder<UsersTables>()
      .selectFrom('user_avatars')
      .select([size])
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? (row as Record<AvatarSize, Buffer>)[size] : null
  }

  stop(): void {
    this.process.stop()
  }
}
