import { BoundedMap } from '../../../shared/contract.ts'
import type { UserRow } from '../account.ts'

/** The caller, with the columns that every page shows: one row, read together with the session or token. */
export interface SignedInUser
  extends Pick<
    UserRow,
    | 'role'
    | 'locale'
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'avatar'
    | 'color'
    | 'timezone'
    | 'theme_mode'
    | 'emoji_type'
  > {
  user_id: string
  /** Null when a token was sent. */
  session_id: string | null
  /** The session outlives the browser; false for tokens. */
  remember: boolean
  /** Null when a session cookie was sent. */
  token_id: string | null
  /** Scopes of the token; null for a session, which may do everything. */
  scopes: readonly string[] | null
}

interface Entry {
  user: SignedInUser
  expiresAt: number
}

/** A revocation by another process takes effect after at most this time (A53: 5 s). */
const ttlMs = 4_000
const maxEntries = 20_000

/**
 * Sessions and tokens looked up within the last seconds, so that a burst of downloads costs one query. A revocation in this
 * process removes them at once, and lookups that were under way then are not cached.
 */
export class SessionCache {
  private readonly entries = new BoundedMap<string, Entry>(maxEntries)
  private readonly loading = new Map<string, Promise<SignedInUser | null>>()
  private generation = 0

  get(key: string): SignedInUser | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > performance.now()) return entry.user
    this.entries.delete(key)
    return undefined
  }

  /** Concurrent callers with the same key share one query. Only hits are cached. */
  load(key: string, find: () => Promise<SignedInUser | null>): Promise<SignedInUser | null> {
    const running = this.loading.get(key)
    if (running) return running
    const { generation } = this
    const work = find()
      .then((user) => {
        if (user && generation === this.generation) this.set(key, user)
        return user
      })
      .finally(() => {
        if (this.loading.get(key) === work) this.loading.delete(key)
      })
    this.loading.set(key, work)
    return work
  }

  /** Call after a change of the account, its sessions or its tokens. */
  invalidateUser(userId: string): void {
    this.generation += 1
    this.loading.clear()
    for (const [key, { user }] of this.entries) if (user.user_id === userId) this.entries.delete(key)
  }

  private set(key: string, user: SignedInUser): void {
    this.entries.set(key, { user, expiresAt: performance.now() + ttlMs })
  }
}
