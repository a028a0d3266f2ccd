import { sql } from 'kysely'
import {
  type Db,
  type Executor,
  type Principal,
  platformErrors,
  type RowOf,
  randomToken,
  sha256,
  type Tx,
} from '../../../platform/index.ts'
import { daySeconds } from '../../../shared/contract.ts'
import type { UsersTables } from '../entities/index.ts'
import { lockAccountShared, lockAccounts } from './lock-accounts.ts'
import type { SessionCache, SignedInUser } from './session-cache.ts'

/** Lifetime from the sign-in on; `notIdleSql` has the limit since the last request. */
const ttlSeconds = (remember: boolean) => (remember ? 30 * daySeconds : daySeconds / 2)
/**
 * SQL condition: the last request of the session was within 7 days; within 12 hours when the session ends with the
 * browser; within 2 hours when it is an administrator's. `table` is the alias of `sessions`, `role` an expression for
 * the account's role.
 */
export const notIdleSql = (table: string, role: string) =>
  `${table}.last_seen_at > now() - case when ${role} = 'admin' then interval '2 hours'
     when ${table}.remember then interval '7 days' else interval '12 hours' end`
const ownNotIdle = notIdleSql('sessions', '(select role from users where id = sessions.user_id)')

export interface Device {
  ip: string | null
  userAgent: string | null
}

export interface NewSession {
  id: string
  /** The cookie's value, which the server does not store. */
  token: string
  remember: boolean
}

/**
 * The session or token that sent a request. Without both ids, an identity provider has just identified the account, and
 * there is nothing that could end meanwhile.
 */
export type SessionRef = Pick<Principal, 'userId' | 'sessionId'> & Partial<Pick<Principal, 'tokenId'>>

interface RevokeOptions {
  tx?: Tx
  /** Id of the session that is not ended. */
  except?: string | null
  /** Personal access tokens that are deleted too; default: `sign-ins`, the tokens that sign-ins created. */
  tokens?: keyof typeof tokensSql
}

const tokensSql = {
  all: 'delete from personal_access_tokens where user_id = any($1::uuid[])',
  'sign-ins': 'delete from personal_access_tokens where user_id = any($1::uuid[]) and is_sign_in',
  none: null,
}

const sessionColumns = ['id', 'remember', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'] as const
export type SessionRow = Pick<RowOf<UsersTables['sessions']>, (typeof sessionColumns)[number]>

// Prepared SQL: each request with a cookie that is not cached runs it.
const findSql = `select s.id as session_id, s.last_seen_at < now() - interval '1 minute' as last_seen_is_stale, s.remember,
    u.id as user_id, u.role, u.locale, u.email, u.first_name, u.last_name, u.avatar, u.color, u.timezone, u.theme_mode,
    u.emoji_type
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.status = 'active' and ${notIdleSql('s', 'u.role')}`

type FoundRow = Omit<SignedInUser, 'token_id' | 'scopes' | 'session_id'> & {
  session_id: string
  last_seen_is_stale: boolean
}

/** Server-side sessions: a random 256-bit cookie, its SHA-256 in the table, revocable at once. */
export class Sessions {
  private readonly db: Db
  private readonly cache: SessionCache
  constructor(db: Db, cache: SessionCache) {
    this.db = db
    this.cache = cache
  }

  async create(
    userId: string,
    { ip, userAgent, remember }: Device & { remember: boolean },
    executor: Executor = this.db,
  ): Promise<NewSession> {
    const token = randomToken(32)
    const { id } = await executor
      .builder<UsersTables>()
      .insertInto('sessions')
      .values({
        user_id: userId,
        token_hash: sha256(token),
        remember,
        ip,
        user_agent: userAgent?.slice(0, 300) ?? null,
        expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds(remember)})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token, remember }
  }

  /** The user of this cookie, or null. At most one indexed query, none within 4 s of the last. */
  async find(token: string): Promise<SignedInUser | null> {
    if (token.length !== 43) return null
    const hash = sha256(token)
    const key = hash.toString('base64')
    const cached = this.cache.get(key)
    if (cached) return cached
    return this.cache.load(key, async () => {
      const [row] = await this.db.query<FoundRow>(findSql, [hash], 'session-find')
      if (!row) return null
      await this.updateLastSeen(row)
      return { ...row, token_id: null, scopes: null }
    })
  }

  /** Ends one session of this user; false when there is none. */
  async revoke(userId: string, sessionId: string, tx?: Tx): Promise<boolean> {
    if (!tx) return this.db.transaction((newTx) => this.revoke(userId, sessionId, newTx))
    await lockAccounts(tx, [userId])
    const { numDeletedRows } = await tx
      .builder<UsersTables>()
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    tx.afterCommit(() => this.cache.invalidateUser(userId))
    tx.emit('users.session.revoked', { userId, sessionId })
    tx.emit('users.security.changed', { userId })
    return numDeletedRows > 0n
  }

  /**
   * Ends all sessions of the account and the tokens of sign-ins. Half-finished sign-ins and an unconfirmed change of
   * the email end too, even with `except`: somebody else may have begun them. Pass as `tx` the transaction that changes
   * the password or the like: if access ended in a second one, a process killed between the two would leave the
   * sessions valid.
   */
  revokeAll(userId: string, options: RevokeOptions = {}): Promise<void> {
    return this.revokeAllOf([userId], options)
  }

  /**
   * Locks the account's row in share mode until `tx` ends, then throws 401 when the caller's session or token has ended.
   * Every transaction that ends a session or token locks the row first, so neither can end before `tx` does. Permanent
   * changes by a caller are made behind this check.
   */
  async lockSharedAndRequireActive({ userId, sessionId, tokenId }: SessionRef, tx: Tx): Promise<void> {
    const id = sessionId ?? tokenId
    if (!id) return
    await lockAccountShared(tx, userId)
    const active = await tx
      .builder<UsersTables>()
      .selectFrom(sessionId ? 'sessions' : 'personal_access_tokens')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!active) throw platformErrors.fail('unauthenticated')
  }

  /**
   * As `lockSharedAndRequireActive`, for transactions that end or remove access: locks the account's row for update
   * first.
   */
  async lockAndRequireActive(caller: SessionRef, tx: Tx): Promise<void> {
    await lockAccounts(tx, [caller.userId])
    await this.lockSharedAndRequireActive(caller, tx)
  }

  /** As `revokeAll`, for many accounts at once. */
  async revokeAllOf(userIds: readonly string[], { tx, ...options }: RevokeOptions = {}): Promise<void> {
    if (!tx) return this.db.transaction((newTx) => this.revokeAllOf(userIds, { ...options, tx: newTx }))
    const { except = null, tokens = 'sign-ins' } = options
    await lockAccounts(tx, userIds)
    const endTokens = tokensSql[tokens]
    if (endTokens) await tx.query(endTokens, [userIds])
    await tx.query('delete from sign_in_challenges where user_id = any($1::uuid[])', [userIds])
    await tx.query('delete from email_changes where user_id = any($1::uuid[])', [userIds])
    const revoked = await tx.query<{ id: string; user_id: string }>(
      'delete from sessions where user_id = any($1::uuid[]) and id is distinct from $2::uuid returning id, user_id',
      [userIds, except],
    )
    tx.afterCommit(() => {
      for (const userId of userIds) this.cache.invalidateUser(userId)
    })
    for (const { id, user_id } of revoked) tx.emit('users.session.revoked', { userId: user_id, sessionId: id })
    for (const userId of userIds) tx.emit('users.security.changed', { userId })
    if (tokens === 'all') for (const userId of userIds) tx.emit('users.access.ended', { userId, isSuspended: false })
  }

  /** Subset of the session ids that are still valid: not revoked, not expired, the account active. */
  async filterValid(sessionIds: readonly string[]): Promise<string[]> {
    // Prepared SQL: each process asks every few seconds for all its open sockets.
    const rows = await this.db.query<{ id: string }>(
      `select s.id from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.expires_at > now() and u.status = 'active' and ${notIdleSql('s', 'u.role')}`,
      [sessionIds],
      'sessions-valid',
    )
    return rows.map(({ id }) => id)
  }

  list(userId: string): Promise<SessionRow[]> {
    return this.tables()
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('user_id', '=', userId)
      .where('expires_at', '>', sql<Date>`now()`)
      .where(sql.raw<boolean>(ownNotIdle))
      .orderBy('last_seen_at', 'desc')
      .limit(200)
      .execute()
  }

  private tables() {
    return this.db.builder<UsersTables>()
  }

  /** Writes at most once a minute, which is precise enough for the list of devices. */
  private async updateLastSeen({ last_seen_is_stale, session_id }: FoundRow): Promise<void> {
    if (last_seen_is_stale)
      await this.tables()
        .updateTable('sessions')
        .set({ last_seen_at: sql<Date>`now()` })
        .where('id', '=', session_id)
        .execute()
  }
}
