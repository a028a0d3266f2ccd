import { sql } from 'kysely'
import type { Db, Executor, RowOf, Tx } from '../../../platform/index.ts'
import type { SignInProvider } from '../../contract.ts'
import type { UsersTables } from '../entities/index.ts'

type IdentityRow = RowOf<UsersTables['sign_in_identities']>

/** `isUsable` false: its provider is not offered any more, or the one of its name is another one now. */
export type LinkedIdentity = IdentityRow & { isUsable: boolean }

/** A person's account at a provider. */
export interface ProviderIdentity {
  provider: SignInProvider
  subject: string
}

interface NewIdentity extends ProviderIdentity {
  email: string | null
}

/** Identities that sign in to accounts; an account has at most one of each provider. */
export class Identities {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  list(userId: string): Promise<IdentityRow[]> {
    return this.tables()
      .selectFrom('sign_in_identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  }

  /** Id of the account that this identity signs in to; null for none. */
  async ownerOf({ provider, subject }: ProviderIdentity): Promise<string | null> {
    const identity = await this.tables()
      .updateTable('sign_in_identities')
      .set({ last_used_at: sql<Date>`now()` })
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .returning('user_id')
      .executeTakeFirst()
    return identity?.user_id ?? null
  }

  /** True when the identity signs in to this account. Called within a sign-in, whose `tx` has locked the account. */
  async isLinked(userId: string, { provider, subject }: ProviderIdentity, tx: Tx): Promise<boolean> {
    const linked = await tx
      .builder<UsersTables>()
      .selectFrom('sign_in_identities')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return linked !== undefined
  }

  /** Subject of another identity of the same provider that signs in to this account; null for none. */
  async otherSubject(userId: string, { provider, subject }: ProviderIdentity, tx: Tx): Promise<string | null> {
    const other = await tx
      .builder<UsersTables>()
      .selectFrom('sign_in_identities')
      .select('subject')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where('subject', '<>', subject)
      .executeTakeFirst()
    return other?.subject ?? null
  }

  /** Replaces the account's identity of the same provider. False when the identity belongs to another account. */
  async link(userId: string, identity: NewIdentity, executor: Executor = this.db): Promise<boolean> {
    const { provider, subject, email } = identity
    const builder = executor.builder<UsersTables>()
    await builder
      .deleteFrom('sign_in_identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where('subject', '<>', subject)
      .execute()
    const stored = await builder
      .insertInto('sign_in_identities')
      .values({ user_id: userId, provider, subject, email, last_used_at: sql<Date>`now()` })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'subject'])
          .doUpdateSet({ email, last_used_at: sql<Date>`now()` })
          .where('sign_in_identities.user_id', '=', userId),
      )
      .returning('id')
      .executeTakeFirst()
    return stored !== undefined
  }

  /** The provider, or null when the account has no such identity. */
  async remove(userId: string, id: string, executor: Executor): Promise<SignInProvider | null> {
    const removed = await executor
      .builder<UsersTables>()
      .deleteFrom('sign_in_identities')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('provider')
      .executeTakeFirst()
    return removed?.provider ?? null
  }

  private tables() {
    return this.db.builder<UsersTables>()
  }
}
