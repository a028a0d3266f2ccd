/** Who is calling and what every page wants to know of them: one row, read with the session or token. */
export interface SignedIn {
  user_id: string
  session_id: string | null
  /** The session outlives the browser; false for tokens. */
  remember: boolean
  token_id: string | null
  role: 'user' | 'admin'
  locale: string | null
  email: string
  first_name: string | null
  last_name: string | null
  avatar: string | null
  color: string
  timezone: string | null
  theme_mode: 'dark' | 'light' | 'system'
  emoji_type: 'twemoji' | 'native'
}

interface Entry {
  found: SignedIn | null
  until: number
}

/** A revocation elsewhere is felt after this at the latest (A53: 5 s). */
const maxAge = 4_000
const maxEntries = 20_000

/**
 * Sessions and tokens found in the last seconds, so that a burst of downloads costs one query. A revocation in this
 * process empties it at once, and lookups that were under way then are not kept.
 */
export class SignedInCache {
  private readonly entries = new Map<string, Entry>()
  private readonly loading = new Map<string, Promise<SignedIn | null>>()
  private generation = 0

  get(key: string): SignedIn | null | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (entry.until > performance.now()) return entry.found
    this.entries.delete(key)
    return undefined
  }

  /** Callers that ask for the same key at the same time share one query. Only hits are kept. */
  load(key: string, find: () => Promise<SignedIn | null>): Promise<SignedIn | null> {
    const running = this.loading.get(key)
    if (running) return running
    const { generation } = this
    const work = find()
      .then((found) => {
        if (found && generation === this.generation) this.keep(key, found)
        return found
      })
      .finally(() => {
        if (this.loading.get(key) === work) this.loading.delete(key)
      })
    this.loading.set(key, work)
    return work
  }

  /** The account or its sign-ins have changed. */
  forgetUser(userId: string): void {
    this.generation += 1
    this.loading.clear()
    for (const [key, { found }] of this.entries) if (found?.user_id === userId) this.entries.delete(key)
  }

  private keep(key: string, found: SignedIn): void {
    if (this.entries.size >= maxEntries) this.entries.clear()
    this.entries.set(key, { found, until: performance.now() + maxAge })
  }
}
