import { sql } from 'kysely'
import { type Db, type Executor, randomToken, sha256, type Tx } from '../../../platform/index.ts'
import { type TokenScope, tokenScopes } from '../../contract.ts'
import { PersonalAccessTokenEntity, type UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { lockAccountShared, lockAccounts } from './lock-accounts.ts'
import type { SessionCache, SignedInUser } from './session-cache.ts'

const maxTokens = 50
/** Tokens that sign-ins by programs have created, per account; a further sign-in deletes the least recently used one. */
const maxSignInTokens = 25
/** The token $1 of the account $2 with all that it has made, and those these have made; returns their ids. */
const removeSql = `with recursive lineage as (
    select id from personal_access_tokens where id = $1 and user_id = $2
    union all select made.id from personal_access_tokens made join lineage on made.made_by = lineage.id)
  delete from personal_access_tokens where id in (select id from lineage) returning id`
/** Prefix by which secret scanners recognize a token. */
const prefix = 'coffer_'

export interface TokenDetails {
  id: string
  name: string
  scopes: TokenScope[]
  lastUsedAt: Date | null
  expiresAt: Date | null
  createdAt: Date
  /** The token that made it. */
  madeBy: string | null
}

interface NewToken {
  name: string
  /** All when not given. */
  scopes?: readonly TokenScope[] | undefined
  /** Null: it does not expire. */
  expiresAt?: Date | null | undefined
  /** Created by a sign-in with a password, or by a token of one: it ends with the sessions. */
  isSignIn?: boolean
  /** The token that creates it, with which it is deleted. */
  madeBy?: string | null
}

// Prepared SQL: each request with a token that is not cached runs it.
const findSql = `select t.id as token_id, t.scopes,
    coalesce(t.last_used_at < now() - interval '1 minute', true) as last_use_is_stale, u.id as user_id, u.role, u.locale,
    u.email, u.first_name, u.last_name, u.avatar, u.color, u.timezone, u.theme_mode, u.emoji_type
  from personal_access_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and u.status = 'active' and (t.expires_at is null or t.expires_at > now())`

type FoundRow = Omit<SignedInUser, 'token_id' | 'session_id' | 'remember'> & {
  token_id: string
  last_use_is_stale: boolean
}

/** Personal access tokens for programs; only their SHA-256 is stored. */
export class PersonalAccessTokens {
  private readonly db: Db
  private readonly cache: SessionCache
  constructor(db: Db, cache: SessionCache) {
    this.db = db
    this.cache = cache
  }

  async list(userId: string): Promise<TokenDetails[]> {
    const tokens = await this.db
      .em()
      .find(PersonalAccessTokenEntity, { userId }, { orderBy: { createdAt: 'desc', id: 'asc' } })
    return tokens.map(({ id, name, scopes, lastUsedAt, expiresAt, createdAt, madeBy }) => ({
      id,
      name,
      scopes: scopes as TokenScope[],
      lastUsedAt: lastUsedAt ?? null,
      expiresAt: expiresAt ?? null,
      createdAt,
      madeBy: madeBy ?? null,
    }))
  }

  /**
   * `plain` is the token itself, which cannot be read again. Throws 422 `tokens-limit`. The limit counts tokens that
   * have not expired, separately for the three origins: a person, a sign-in, and a token of a sign-in.
   */
  async create(
    userId: string,
    { name, scopes: requested = tokenScopes, expiresAt = null, isSignIn = false, madeBy = null }: NewToken,
    executor: Executor = this.db,
  ): Promise<{ token: TokenDetails; plain: string }> {
    const em = executor.em()
    const [clock] = await executor.query<{ now: Date }>('select now() as now')
    const createdAt = clock?.now as Date
    const notExpired = { $or: [{ expiresAt: null }, { expiresAt: { $gt: createdAt } }] }
    const madeByToken = isSignIn && madeBy !== null
    const valid = { userId, isSignIn, madeByToken, ...notExpired }
    if ((await em.count(PersonalAccessTokenEntity, valid)) >= maxTokens)
      throw usersErrors.fail('tokens-limit', { values: { count: maxTokens } })
    const scopes = tokenScopes.filter((scope) => requested.includes(scope))
    const plain = prefix + randomToken(32)
    const id = crypto.randomUUID()
    const tokenHash = sha256(plain)
    em.create(PersonalAccessTokenEntity, {
      id,
      userId,
      name,
      tokenHash,
      scopes,
      expiresAt,
      createdAt,
      isSignIn,
      madeByToken,
      madeBy,
    })
    await em.flush()
    return { token: { id, name, scopes, lastUsedAt: null, expiresAt, createdAt, madeBy }, plain }
  }

  /**
   * Creates the token of a sign-in by a program. Programs that never sign out would reach a limit, so the least
   * recently used token of a sign-in is deleted instead. `tx` has locked the account's row.
   */
  async createSignIn(userId: string, tx: Tx): Promise<string> {
    const oldest = await tx.query<{ id: string }>(
      `select id from personal_access_tokens where user_id = $1 and is_sign_in and not made_by_token
       order by coalesce(last_used_at, created_at) desc offset $2`,
      [userId, maxSignInTokens - 1],
    )
    if (oldest.length > 0) {
      const ids = oldest.map(({ id }) => id)
      await this.keepMadeBySignIns(ids, tx)
      await tx.em().nativeDelete(PersonalAccessTokenEntity, { id: { $in: ids } })
    }
    this.cache.invalidateUser(userId)
    tx.emit('users.security.changed', { userId })
    return (await this.create(userId, { name: 'login', isSignIn: true }, tx)).plain
  }

  /** Deletes expired tokens, which authenticate nothing. */
  async deleteExpired(): Promise<void> {
    await this.db
      .builder<UsersTables>()
      .deleteFrom('personal_access_tokens')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute()
  }

  /**
   * Expiry and origin of a token, which the tokens that it creates inherit. Null when it was deleted meanwhile. It locks the
   * account's row in share mode, so that the token cannot be deleted before `tx` ends.
   */
  async lineageOf(userId: string, id: string, tx: Tx): Promise<{ expiresAt: Date | null; isSignIn: boolean } | null> {
    await lockAccountShared(tx, userId)
    const token = await tx
      .builder<UsersTables>()
      .selectFrom('personal_access_tokens')
      .select(['expires_at as expiresAt', 'is_sign_in as isSignIn'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return token ?? null
  }

  /**
   * Tokens that these tokens of sign-ins have made no longer end with them, but with the sessions: a script signs in, makes a
   * token for every night, and signs out.
   */
  private async keepMadeBySignIns(ids: string[], tx: Tx): Promise<void> {
    await tx.em().nativeUpdate(PersonalAccessTokenEntity, { madeBy: { $in: ids }, isSignIn: true }, { madeBy: null })
  }

  /** Deletes the token with which a program signs out. */
  async signOut(userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await lockAccounts(tx, [userId])
      await this.keepMadeBySignIns([id], tx)
      await this.remove(userId, id, tx)
    })
  }

  /** Deletes the token with all that it has made; returns their ids, none when this user has no such token. */
  async remove(userId: string, id: string, tx: Tx): Promise<string[]> {
    await lockAccounts(tx, [userId])
    const removed = await tx.query<{ id: string }>(removeSql, [id, userId])
    tx.afterCommit(() => this.cache.invalidateUser(userId))
    tx.emit('users.security.changed', { userId })
    return removed.map((token) => token.id)
  }

  /** Deletes the tokens of sign-ins; tokens that a person created for programs stay. `tx` has locked the account. */
  async removeSignIns(userId: string, tx: Tx): Promise<void> {
    await tx.em().nativeDelete(PersonalAccessTokenEntity, { userId, isSignIn: true })
    tx.emit('users.security.changed', { userId })
    this.cache.invalidateUser(userId)
  }

  /** The user of this token, or null. Some clients send the token behind an id and a bar. */
  async find(sent: string): Promise<SignedInUser | null> {
    const plain = sent.slice(sent.lastIndexOf('|') + 1)
    if (!plain || plain.length > 100) return null
    const hash = sha256(plain)
    const key = `token ${hash.toString('base64')}`
    const cached = this.cache.get(key)
    if (cached) return cached
    return this.cache.load(key, async () => {
      const [row] = await this.db.query<FoundRow>(findSql, [hash], 'token-find')
      if (!row) return null
      if (row.last_use_is_stale)
        await this.db
          .builder<UsersTables>()
          .updateTable('personal_access_tokens')
          .set({ last_used_at: sql<Date>`now()` })
          .where('id', '=', row.token_id)
          .execute()
      return { ...row, session_id: null, remember: false }
    })
  }
}
