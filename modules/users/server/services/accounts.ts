import { sql } from 'kysely'
import { type Db, type Executor, type Sql, sha256, type Tx } from '../../../platform/index.ts'
import { type Account, accountColumns, type UserRow } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { normalEmail, randomColor, splitPersonName, storedEmailForms } from '../names.ts'
import { hashPassword, verifyPassword } from '../passwords/hasher.ts'
import type { SessionCache } from './session-cache.ts'

export interface NewAccount {
  email: string
  name: string
  /** Null for an account without a password. */
  passwordHash: string | null
  /** The identity provider that registered it. */
  oauthProvider?: string
  role?: 'user' | 'admin'
  verified?: boolean
  /** An identity provider or an administrator has confirmed that the email is the person's. */
  proven?: boolean
  locale?: string | null
}

/** Columns that people and administrators may set. */
export type AccountChanges = Partial<Omit<UserRow, 'id' | 'created_at' | 'updated_at'>>

const columns = accountColumns.join(', ')

/** Finds, creates and changes rows of `users`. No other class writes them. */
export class Accounts {
  private readonly db: Db
  private readonly cache: SessionCache
  constructor(db: Db, cache: SessionCache) {
    this.db = db
    this.cache = cache
  }

  // Prepared SQL: pages and sign-ins ask for an account by id or email each time.
  async byId(id: string, executor: Sql = this.db): Promise<Account | null> {
    const text = `select ${columns} from users where id = $1`
    return (await executor.query<Account>(text, [id], 'account-by-id'))[0] ?? null
  }

  /** Existing accounts among `ids`, in no particular order. */
  byIds(ids: readonly string[], executor: Executor = this.db): Promise<Account[]> {
    return executor.query<Account>(`select ${columns} from users where id = any($1)`, [ids], 'accounts-by-ids')
  }

  /**
   * A former version created a second account for a mailbox when its domain was typed in Unicode. The email in that form
   * finds the second account.
   */
  async byEmail(email: string, executor: Executor = this.db): Promise<Account | null> {
    const text = `select ${columns} from users where lower(email) = any($1) order by lower(email) = ($1::text[])[2] desc`
    return (await executor.query<Account>(text, [storedEmailForms(email)], 'account-by-email'))[0] ?? null
  }

  /** The new account's id, or null when the email is taken. */
  async create(
    { email, name, passwordHash, oauthProvider, role, verified, proven, locale }: NewAccount,
    executor: Executor = this.db,
  ): Promise<string | null> {
    const { first, last } = splitPersonName(name)
    const created = await executor
      .builder<UsersTables>()
      .insertInto('users')
      .values({
        email: normalEmail(email),
        first_name: first,
        last_name: last,
        password_hash: passwordHash,
        oauth_provider: oauthProvider ?? null,
        role: role ?? 'user',
        color: randomColor(),
        locale: locale ?? null,
        email_verified_at: verified ? sql<Date>`now()` : null,
        email_proven_at: proven ? sql<Date>`now()` : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id ?? null
  }

  /** After a proof that the email is the account owner's. False when it was proven before. */
  async markProven(id: string, executor: Executor = this.db): Promise<boolean> {
    const { numUpdatedRows } = await executor
      .builder<UsersTables>()
      .updateTable('users')
      .set({
        email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
        email_proven_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('email_proven_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** The account as it is now; its row does not change until the transaction ends. */
  async lock(id: string, tx: Tx): Promise<Account | null> {
    return (await tx.query<Account>(`select ${columns} from users where id = $1 for share`, [id]))[0] ?? null
  }

  /**
   * A hash of the stored password, to detect that the password was changed after a request has verified it. `lock` keeps it
   * from changing until the end of the transaction.
   */
  passwordFingerprint({ password_hash }: Pick<Account, 'password_hash'>): string | null {
    return password_hash === null ? null : sha256(password_hash).toString('base64')
  }

  /** Sets another password. False when the password that the caller has verified was changed since `account` was read. */
  async replacePassword(
    { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
    hash: string,
    tx: Tx,
  ): Promise<boolean> {
    const update = `update users set password_hash = $3, updated_at = now()
      where id = $1 and password_hash is not distinct from $2 returning 1`
    const rows = await tx.query(update, [id, password_hash, hash])
    tx.afterCommit(() => this.cache.invalidateUser(id))
    return rows.length > 0
  }

  /** Stores a new hash of the verified password, unless that was changed meanwhile. Resolves with the password's hash. */
  async rehash({ id, password_hash }: Pick<Account, 'id' | 'password_hash'>, password: string): Promise<string | null> {
    const hash = await hashPassword(password)
    const update = 'update users set password_hash = $3 where id = $1 and password_hash = $2 returning 1'
    const rows = await this.db.query(update, [id, password_hash, hash])
    this.cache.invalidateUser(id)
    if (rows.length > 0) return hash
    // Another sign-in with the same password was faster, or it was changed.
    const now = (await this.byId(id))?.password_hash ?? null
    return (await verifyPassword(now, password)) ? now : password_hash
  }

  /** Call it after the commit of a transaction that changed the account: its next request reads it again. */
  invalidate(id: string): void {
    this.cache.invalidateUser(id)
  }

  /** Changes the given columns and `updated_at`; the next request of the account reads it again. */
  async update(id: string, changes: AccountChanges, executor: Executor = this.db): Promise<void> {
    await executor
      .builder<UsersTables>()
      .updateTable('users')
      .set({ ...changes, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    this.cache.invalidateUser(id)
  }
}
