import type { Platform, Principal, Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { AccountMails } from './account-mails.ts'
import type { PersonalAccessTokens } from './personal-access-tokens.ts'
import type { Device, NewSession, Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { SignInChallenges } from './sign-in-challenges.ts'
import type { ConsumeCode } from './two-factor.ts'

interface SignInCompletionDeps {
  platform: Pick<Platform, 'db'>
  mails: AccountMails
  sessions: Sessions
  tokens: PersonalAccessTokens
  challenges: SignInChallenges
  signIn: SignIn
}

/** The browser that gets a session. */
export interface SignInBrowser {
  device: Device & { ip: string }
  /** The caller before the sign-in, whose session in this browser ends (A53). */
  principal: Pick<Principal, 'userId' | 'sessionId'> | null
}

interface KnownBrowser extends SignInBrowser {
  /** The account has signed in with this browser before. */
  isKnown: boolean
  /** Cookie of a sign-in that this browser has half finished, maybe of another account. */
  pendingSignIn: string | undefined
}

export interface CompletedSignIn {
  remember: boolean
  method: string
  /** Marks the code of the second factor as used. */
  consumeCode?: ConsumeCode | undefined
  /** Throws when the passkey or identity was removed after it was verified; `tx` has locked the account. */
  recheck?: ((tx: Tx) => Promise<void>) | undefined
}

/** Creates the session or token of a successful sign-in. */
export class SignInCompletion {
  private readonly deps: SignInCompletionDeps
  constructor(deps: SignInCompletionDeps) {
    this.deps = deps
  }

  /**
   * Creates a session and ends the one that the browser had (A53). `report` belongs to the transaction that creates the
   * session.
   */
  async openSession(
    userId: string,
    { device, principal }: SignInBrowser,
    { remember, report }: { remember: boolean; report?: (tx: Tx) => Promise<void> },
  ): Promise<NewSession> {
    const { platform, sessions } = this.deps
    if (principal?.sessionId) await sessions.revoke(principal.userId, principal.sessionId)
    return platform.db.transaction(async (tx) => {
      await report?.(tx)
      tx.emit('users.security.changed', { userId })
      return sessions.create(userId, { ...device, remember }, tx)
    })
  }

  /**
   * Creates the session of a sign-in, and ends a half-finished one of this browser. The account gets an email when it
   * has not signed in with this browser before. `account`: as it was when the caller was authenticated. Throws as
   * `SignIn.requireUnchanged` and `recheck` do.
   */
  complete(
    account: Account,
    browser: KnownBrowser,
    { remember, method, consumeCode, recheck }: CompletedSignIn,
  ): Promise<NewSession> {
    const { mails, challenges } = this.deps
    const { device, isKnown, pendingSignIn } = browser
    const report = async (tx: Tx) => {
      const isFirst = await this.record(account, { ip: device.ip, method, consumeCode, recheck }, tx)
      if (!isKnown && !isFirst) await mails.newDevice(account, device, tx)
      await challenges.consume('second-factor', pendingSignIn, tx)
    }
    return this.openSession(account.id, browser, { remember, report })
  }

  /** Creates the token of a sign-in by a program. `account` and errors: as of `complete`. */
  createToken(account: Account, ip: string, consumeCode?: ConsumeCode): Promise<string> {
    const { platform, tokens } = this.deps
    return platform.db.transaction(async (tx) => {
      await this.record(account, { ip, method: 'token', consumeCode }, tx)
      return tokens.createSignIn(account.id, tx)
    })
  }

  /** Locks the account and records the sign-in. True when it is the account's first one. */
  private async record(
    account: Account,
    { ip, method, consumeCode, recheck }: Omit<CompletedSignIn, 'remember'> & { ip: string },
    tx: Tx,
  ): Promise<boolean> {
    const { signIn } = this.deps
    // These two change the account's row: before `requireUnchanged`, whose lock concurrent sign-ins share.
    await consumeCode?.(tx)
    const isFirst = await signIn.markFirst(account.id, tx)
    await signIn.requireUnchanged(account, method, tx)
    await recheck?.(tx)
    await signIn.record(account.id, ip, method, tx)
    return isFirst
  }
}
