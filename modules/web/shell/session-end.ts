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
  /** Id of the account that is signed in now, or null. Rejects without a response of the server. */
  signedInAs(): Promise<string | null>
}

/**
 * What happens when the session ends while the page is open: the page stays, the person signs in in another tab, and the
 * actions that were rejected run again.
 */
export const createSessionEnd = ({
  userId,
  ask,
  dismiss,
  openSignIn,
  redirect,
  reload,
  signedInAs,
}: SessionEndDeps) => {
  let rejected: (() => void)[] = []
  let state: 'signed-in' | 'asking' | 'signing-in' = 'signed-in'
  let isSigningOut = false
  let isReloading = false

  /** Whether this account differs from the page's; if so, the page is loaded again. */
  const isOther = (now: string | null): boolean => {
    if (now === null || now === userId) return false
    isReloading = true
    reload()
    return true
  }

  return {
    /** The server rejected an action because the session has ended. `repeat` runs after the person has signed in. */
    async ended(repeat?: () => void): Promise<void> {
      // Calls that were running are rejected then.
      if (isSigningOut) return
      if (repeat) rejected.push(repeat)
      if (state === 'asking') return
      state = 'asking'
      if (isOther(await signedInAs().catch(() => null))) {
        rejected = []
        state = 'signed-in'
        return
      }
      // Signed in elsewhere meanwhile.
      if (state !== 'asking') return
      const wantsToSignIn = await ask()
      if (state !== 'asking') return
      if (!wantsToSignIn) {
        rejected = []
        state = 'signed-in'
        return
      }
      state = 'signing-in'
      if (!openSignIn()) redirect()
    },
    /** The server has ended the session. False while the person signs in again or signs out; else leads to sign-in. */
    leave(): boolean {
      if (isReloading) return true
      if (state !== 'signed-in' || isSigningOut) return false
      redirect()
      return true
    },
    /** The person signs out, or it has failed. */
    signingOut(now: boolean): void {
      isSigningOut = now
    },
    /** Whether this page's account is still signed in; loads the page again for another one. Rejects without a response. */
    async isSignedIn(): Promise<boolean> {
      const now = await signedInAs()
      return now !== null && !isOther(now)
    },
    /** Somebody may have signed in elsewhere. */
    async check(): Promise<void> {
      const before = state
      // The page of an anonymous visitor acts for no account.
      if (before === 'signed-in' && userId === '') return
      const now = await signedInAs().catch(() => null)
      if (now === null || isOther(now) || before === 'signed-in' || state !== before) return
      state = 'signed-in'
      dismiss()
      for (const repeat of rejected.splice(0)) repeat()
    },
  }
}

export type SessionEnd = ReturnType<typeof createSessionEnd>
