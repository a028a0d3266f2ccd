import { type Db, randomToken, sha256 } from '../../../platform/index.ts'
import { PersonalTokenEntity } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import type { SignedIn, SignedInCache } from './signed-in.ts'

const maxTokens = 50
/** Tells secret scanners what they have found. */
const prefix = 'coffer_'

export interface TokenRow {
  id: string
  name: string
  lastUsedAt: Date | null
  createdAt: Date
}

const findSql = `select t.id as token_id,
    coalesce(t.last_used_at < now() - interval '1 minute', true) as used_long_ago, u.id as user_id, u.role, u.locale, u.email,
    u.first_name, u.last_name, u.avatar, u.color, u.timezone, u.theme_mode, u.emoji_type
  from personal_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and u.status = 'active'`

/** Personal tokens for programs; only their SHA-256 is kept. */
export class Tokens {
  private readonly db: Db
  private readonly cache: SignedInCache
  constructor(db: Db, cache: SignedInCache) {
    this.db = db
    this.cache = cache
  }

  async list(userId: string): Promise<TokenRow[]> {
    const found = await this.db
      .em()
      .find(PersonalTokenEntity, { userId }, { orderBy: { createdAt: 'desc', id: 'asc' } })
    return found.map(({ id, name, lastUsedAt, createdAt }) => ({ id, name, lastUsedAt: lastUsedAt ?? null, createdAt }))
  }

  /** `plain` is told this once. Throws 422 `tokens-limit`. */
  async create(userId: string, name: string): Promise<{ row: TokenRow; plain: string }> {
    const em = this.db.em()
    if ((await em.count(PersonalTokenEntity, { userId })) >= maxTokens)
      throw usersErrors.fail('tokens-limit', { values: { count: maxTokens } })
    const plain = prefix + randomToken(32)
    const id = crypto.randomUUID()
    const row = em.create(PersonalTokenEntity, { id, userId, name, tokenHash: sha256(plain), createdAt: new Date() })
    await em.flush()
    return { row: { id, name, lastUsedAt: null, createdAt: row.createdAt as Date }, plain }
  }

  /** False when this user has no such token. */
  async remove(userId: string, id: string): Promise<boolean> {
    const removed = await this.db.em().nativeDelete(PersonalTokenEntity, { id, userId })
    this.cache.forgetUser(userId)
    return removed > 0
  }

  async removeAll(userId: string): Promise<void> {
    await this.db.em().nativeDelete(PersonalTokenEntity, { userId })
    this.cache.forgetUser(userId)
  }

  /** Whose token this is, or null. `given`: as sent, with or without the id that some clients put before a bar. */
  async find(given: string): Promise<SignedIn | null> {
    const plain = given.slice(given.lastIndexOf('|') + 1)
    if (!plain || plain.length > 100) return null
    const hash = sha256(plain)
    const key = `token ${hash.toString('base64')}`
    const cached = this.cache.get(key)
    if (cached !== undefined) return cached
    return this.cache.load(key, async () => {
      const rows = await this.db.query<Found>(findSql, [hash], 'token-find')
      const row = rows[0]
      if (!row) return null
      if (row.used_long_ago)
        await this.db.query('update personal_tokens set last_used_at = now() where id = $1', [row.token_id])
      return { ...row, session_id: null, remember: false }
    })
  }
}

type Found = Omit<SignedIn, 'token_id' | 'session_id' | 'remember'> & { token_id: string; used_long_ago: boolean }
