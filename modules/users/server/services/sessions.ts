import { type Db, type Events, randomToken, sha256 } from '../../../platform/index.ts'
import type { SignedIn, SignedInCache } from './signed-in.ts'

const day = 24 * 3600
/** Seconds: from sign-in, and since the last request. */
const lifetimes = { remember: { absolute: 30 * day, idle: 7 * day }, browser: { absolute: day / 2, idle: day / 2 } }
const lifetimeOf = (remember: boolean) => (remember ? lifetimes.remember : lifetimes.browser)

export interface Device {
  ip: string | null
  userAgent: string | null
}

export interface NewSession {
  id: string
  /** The cookie's value; kept nowhere on the server. */
  token: string
  remember: boolean
}

export interface SessionRow {
  id: string
  remember: boolean
  ip: string | null
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

const findSql = `select s.id as session_id, s.last_seen_at < now() - interval '1 minute' as seen_long_ago, s.expires_at, s.remember, u.id as user_id, u.role, u.locale, u.email,
    u.first_name, u.last_name, u.avatar, u.color, u.timezone, u.theme_mode, u.emoji_type
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.status = 'active'
    and s.last_seen_at > now() - case when s.remember then interval '7 days' else interval '12 hours' end`

/** Server-side sessions: an opaque 256-bit cookie, its SHA-256 in the table, revocable at once. */
export class Sessions {
  private readonly db: Db
  private readonly events: Events
  private readonly cache: SignedInCache
  constructor(db: Db, events: Events, cache: SignedInCache) {
    this.db = db
    this.events = events
    this.cache = cache
  }

  async create(userId: string, device: Device, remember: boolean): Promise<NewSession> {
    const token = randomToken(32)
    const rows = await this.db.query<{ id: string }>(
      `insert into sessions (user_id, token_hash, remember, ip, user_agent, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) returning id`,
      [
        userId,
        sha256(token),
        remember,
        device.ip,
        device.userAgent?.slice(0, 300) ?? null,
        lifetimeOf(remember).absolute,
      ],
    )
    return { id: (rows[0] as { id: string }).id, token, remember }
  }

  /** Whose session this cookie names, or null. At most one indexed query, none within 5 s of the last. */
  async find(token: string): Promise<SignedIn | null> {
    if (token.length !== 43) return null
    const hash = sha256(token)
    const key = hash.toString('base64')
    const cached = this.cache.get(key)
    if (cached !== undefined) return cached
    return this.cache.load(key, async () => {
      const rows = await this.db.query<FoundRow>(findSql, [hash], 'session-find')
      const row = rows[0]
      if (!row) return null
      await this.touch(row)
      return { ...row, token_id: null }
    })
  }

  /** Ends one session of this user; false when there is none. */
  async revoke(userId: string, sessionId: string): Promise<boolean> {
    const rows = await this.db.query('delete from sessions where id = $1 and user_id = $2 returning id', [
      sessionId,
      userId,
    ])
    this.forget(userId, sessionId)
    return rows.length > 0
  }

  /** Ends all sessions of the account but `keep`. */
  async revokeAll(userId: string, keep: string | null = null): Promise<void> {
    const rows = await this.db.query<{ id: string }>(
      'delete from sessions where user_id = $1 and id is distinct from $2 returning id',
      [userId, keep],
    )
    this.cache.forgetUser(userId)
    for (const { id } of rows) this.forget(userId, id)
  }

  /** Which of these sessions still hold: not ended, not run out, the account active. */
  async holding(sessionIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select s.id from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.expires_at > now() and u.status = 'active'
         and s.last_seen_at > now() - case when s.remember then interval '7 days' else interval '12 hours' end`,
      [sessionIds],
      'sessions-holding',
    )
    return rows.map(({ id }) => id)
  }

  list(userId: string): Promise<SessionRow[]> {
    return this.db.query<SessionRow>(
      `select id, remember, ip, user_agent, created_at, last_seen_at, expires_at from sessions
       where user_id = $1 and expires_at > now()
         and last_seen_at > now() - case when remember then interval '7 days' else interval '12 hours' end
       order by last_seen_at desc limit 200`,
      [userId],
    )
  }

  /** Removes what has run out; the number removed. */
  async tidy(): Promise<number> {
    const rows = await this.db.query(`delete from sessions where expires_at < now()
      or last_seen_at < now() - case when remember then interval '7 days' else interval '12 hours' end returning id`)
    return rows.length
  }

  private forget(userId: string, sessionId: string): void {
    this.cache.forgetUser(userId)
    this.events.emit('users.session.revoked', { userId, sessionId })
  }

  /** Once a minute is enough to tell people when a device was last seen. */
  private async touch(row: FoundRow): Promise<void> {
    if (!row.seen_long_ago) return
    await this.db.query('update sessions set last_seen_at = now() where id = $1', [row.session_id])
  }
}

type FoundRow = Omit<SignedIn, 'token_id' | 'session_id'> & {
  session_id: string
  seen_long_ago: boolean
  expires_at: Date
}
