export interface SessionEndDeps {
  /** Id of the account that this page was loaded for; empty for an anonymous visitor. */
  userId: string
  /** Tells that the session has ended. Resolves true when the person wants to sign in. */
  ask(): Promise<boolean>
  /** Closes the question: the person has signed in elsewhere. */
  dismiss(): void
  /** Opens sign-in beside this tab; false when the browser blocks it. */
  openSignIn(): boolean
  /** Leads this tab to sign-in, and back afterwards. */
  redirect(): void
  /** Loads the page again, for another account. */
  reload(): void
  /** Whether the page may be left: false with unsaved input or running uploads. */
  mayLeave(): boolean
  /** Id of the account that is signed in now, or null. Rejects without a response of the server. */
  signedInAs(): Promise<string | null>
}

/**
 * Handles the end of the session while the page is open: the page stays, the person signs in in another tab, and the
 * rejected actions run again.
 */
export const createSessionEnd = ({
  userId,
  ask,
  dismiss,
  openSignIn,
  redirect,
  reload,
  mayLeave,
  signedInAs,
}: SessionEndDeps) => {
  let rejected: (() => void)[] = []
  /** `leaving`: another document was requested, which may take long; the person may have declined it. */
  let state: 'signed-in' | 'asking' | 'signing-in' | 'declined' | 'leaving' = 'signed-in'
  let isSigningOut = false

  /** Whether this account differs from the page's. */
  const isOther = (now: string | null): boolean => now !== null && now !== userId
  /** Loads the page of the other account, once: the person may have declined it, where something would be lost. */
  const loadOther = (): void => {
    if (state === 'leaving') return
    const wasAsking = state === 'asking'
    state = 'leaving'
    rejected = []
    if (wasAsking) dismiss()
    reload()
  }

  /** The server rejected an action because the session has ended. `repeat` runs after the person has signed in. */
  const ended = async (repeat?: () => void): Promise<void> => {
    // Calls that were running are rejected then.
    if (isSigningOut) return
    if (repeat) rejected.push(repeat)
    if (state === 'asking') return
    state = 'asking'
    const now = await signedInAs().catch(() => null)
    // Signed in elsewhere meanwhile.
    if (state !== 'asking') return
    if (isOther(now)) {
      state = 'signed-in'
      return loadOther()
    }
    const wantsToSignIn = await ask()
    if (state !== 'asking') return
    if (!wantsToSignIn) {
      rejected = []
      state = 'declined'
      return
    }
    state = 'signing-in'
    if (!openSignIn()) redirect()
  }

  return {
    ended,
    /**
     * The server has ended the session: leads to sign-in, once, or asks where something would be lost. Does nothing while
     * the person signs in again or signs out, nor after they have declined to.
     */
    leave(): void {
      if (state !== 'signed-in' || isSigningOut) return
      if (!mayLeave()) return void ended()
      state = 'leaving'
      redirect()
    },
    /** The person signs out, or it has failed. */
    setSigningOut(now: boolean): void {
      isSigningOut = now
    },
    /** Whether this page's account is still signed in; loads the page for another one, once. Rejects without a response. */
    async isSignedIn(): Promise<boolean> {
      const now = await signedInAs()
      if (isOther(now)) loadOther()
      return now === userId
    },
    /** Somebody may have signed in elsewhere. */
    async check(): Promise<void> {
      const before = state
      // The page of an anonymous visitor acts for no account.
      if (before === 'signed-in' && userId === '') return
      const now = await signedInAs().catch(() => null)
      if (now === null || state !== before) return
      if (isOther(now)) return loadOther()
      if (before === 'signed-in') return
      state = 'signed-in'
      dismiss()
      for (const repeat of rejected.splice(0)) repeat()
    },
  }
}

export type SessionEnd = ReturnType<typeof createSessionEnd>
