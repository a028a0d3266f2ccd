import type { EntityData, InferEntity } from '@mikro-orm/core'
import type { Db, Sql } from '../../../platform/index.ts'
import { type Account, accountColumns } from '../account.ts'
import { UserEntity } from '../entities/index.ts'
import { normalEmail, randomColor, splitName } from '../names.ts'
import { hashPassword } from '../passwords/hasher.ts'
import type { SignedInCache } from './signed-in.ts'

export interface NewAccount {
  email: string
  name: string
  passwordHash: string
  role?: 'user' | 'admin'
  verified?: boolean
  locale?: string | null
}

/** What people and operators may set, by entity property. */
export type AccountChanges = EntityData<InferEntity<typeof UserEntity>>

/** The accounts themselves: found, made and changed here only. */
export class Accounts {
  private readonly db: Db
  private readonly cache: SignedInCache
  constructor(db: Db, cache: SignedInCache) {
    this.db = db
    this.cache = cache
  }

  async byId(id: string): Promise<Account | null> {
    const sql = `select ${accountColumns} from users where id = $1`
    return (await this.db.query<Account>(sql, [id], 'account-by-id'))[0] ?? null
  }

  async byEmail(email: string): Promise<Account | null> {
    const sql = `select ${accountColumns} from users where lower(email) = $1`
    return (await this.db.query<Account>(sql, [normalEmail(email)], 'account-by-email'))[0] ?? null
  }

  /** The new account's id, or null when the address is taken. */
  async create(
    { email, name, passwordHash, role, verified, locale }: NewAccount,
    sql: Sql = this.db,
  ): Promise<string | null> {
    const { first, last } = splitName(name)
    const rows = await sql.query<{ id: string }>(
      `insert into users (email, first_name, last_name, password_hash, role, color, locale, email_verified_at)
       values ($1, $2, $3, $4, $5, $6, $7, case when $8::boolean then now() end)
       on conflict do nothing returning id`,
      [normalEmail(email), first, last, passwordHash, role ?? 'user', randomColor(), locale ?? null, verified ?? false],
    )
    return rows[0]?.id ?? null
  }

  /** False when it was verified before. */
  async markVerified(id: string, sql: Sql = this.db): Promise<boolean> {
    const rows = await sql.query(
      'update users set email_verified_at = now(), updated_at = now() where id = $1 and email_verified_at is null returning id',
      [id],
    )
    return rows.length > 0
  }

  async setPassword(id: string, password: string, sql: Sql = this.db): Promise<void> {
    const hash = await hashPassword(password)
    await sql.query('update users set password_hash = $2, updated_at = now() where id = $1', [id, hash])
  }

  async setRole(id: string, role: 'user' | 'admin'): Promise<void> {
    await this.db.query('update users set role = $2, updated_at = now() where id = $1', [id, role])
    this.cache.forgetUser(id)
  }

  async update(id: string, values: AccountChanges): Promise<void> {
    await this.db.em().nativeUpdate(UserEntity, { id }, { ...values, updatedAt: new Date() })
    this.cache.forgetUser(id)
  }
}
