import { fileURLToPath } from 'node:url'
import { IsolatedProcess, type Platform, randomToken, type Tx } from '../../../platform/index.ts'
import type { AvatarPictures, AvatarRequest, AvatarSize } from '../avatars/protocol.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import type { Accounts } from './accounts.ts'

/** A picture in three sizes, and its name. */
type DecodedAvatar = { name: string } & Record<AvatarSize, Buffer>

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
    return this.platform.limiter.attempt([counter], async () => {
      const picture = await this.decode(source)
      await this.platform.db.transaction((tx) => this.store(tx, userId, picture))
      this.accounts.invalidate(userId)
      return picture.name
    })
  }

  /** Throws 422 `avatar-unreadable` for a file that is no picture. */
  async decode(source: Buffer): Promise<DecodedAvatar> {
    const made = await this.process.runOnce({ source })
    if (!made) throw usersErrors.fail('avatar-unreadable')
    const { xs, sm, md } = made.pictures
    return { name: `${randomToken(16)}.webp`, xs: Buffer.from(xs), sm: Buffer.from(sm), md: Buffer.from(md) }
  }

  /** Replaces an account's picture. */
  async store(tx: Tx, userId: string, picture: DecodedAvatar): Promise<void> {
    await tx
      .builder<UsersTables>()
      .insertInto('user_avatars')
      .values({ user_id: userId, ...picture })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
      .execute()
    await this.accounts.update(userId, { avatar: picture.name }, tx)
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
