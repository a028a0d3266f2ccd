import { type Platform, type Principal, platformErrors, type Tx } from '../../../platform/index.ts'
import { dayMs } from '../../../shared/contract.ts'
import type { TokenScope } from '../../contract.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import type { PersonalAccessTokens, TokenDetails } from './personal-access-tokens.ts'
import type { Sessions } from './sessions.ts'

interface CallerAccessDeps {
  platform: Pick<Platform, 'db' | 'audit'>
  accounts: Accounts
  sessions: Sessions
  mails: AccountMails
  tokens: PersonalAccessTokens
}

interface TokenRequest {
  name: string
  /** Default: all that the caller has. */
  scopes?: readonly TokenScope[] | undefined
  /** Null or missing: it does not expire by itself. */
  expires_in_days?: number | null | undefined
}

/** The earlier of two times; null: never. */
const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b))

/** Creates and ends tokens and sessions of the caller, with an audit entry for each change. */
export class CallerAccess {
  private readonly deps: CallerAccessDeps
  constructor(deps: CallerAccessDeps) {
    this.deps = deps
  }

  /**
   * Creates a token for a program, and notifies the owner, except of those that end with the sessions. A token that creates
   * another one gives it no more than it has itself: its scopes, its expiry, its end with the sessions when it comes from a
   * sign-in, and its deletion. `plain`: the token itself, which cannot be read again. Throws 401 when the session or token of
   * the caller ends meanwhile, 403 `scope-missing`, 422 `tokens-limit`.
   */
  async createToken(
    caller: Principal,
    { name, scopes = (caller.scopes as TokenScope[] | null) ?? undefined, expires_in_days: days }: TokenRequest,
    ip: string,
  ): Promise<{ token: TokenDetails; plain: string }> {
    const { platform, accounts, sessions, mails, tokens } = this.deps
    const { userId, tokenId } = caller
    if (caller.scopes && scopes?.some((scope) => !caller.scopes?.includes(scope)))
      throw platformErrors.fail('scope-missing')
    const requestedExpiry = days ? new Date((await platform.db.now()).getTime() + days * dayMs) : null
    return platform.db.transaction(async (tx) => {
      await sessions.lockSharedAndRequireActive(caller, tx)
      const lineage = tokenId ? await tokens.lineageOf(userId, tokenId, tx) : { expiresAt: null, isSignIn: false }
      if (!lineage) throw platformErrors.fail('unauthenticated')
      const { isSignIn } = lineage
      const expiresAt = earlier(requestedExpiry, lineage.expiresAt)
      const created = await tokens.create(
        userId,
        { name: name.trim(), scopes, expiresAt, isSignIn, madeBy: tokenId },
        tx,
      )
      const { id: target, scopes: granted } = created.token
      const details = { scopes: granted }
      await platform.audit({ actorId: userId, ip, action: 'users.token.created', target, details }, tx)
      tx.emit('users.security.changed', { userId })
      // A script that signs in and makes a token each night would send as many emails; it knows the password.
      const owner = isSignIn ? null : await accounts.byId(userId, tx)
      if (owner) await mails.notice(owner, tokenId ? 'token-created-by-token' : 'token-created', tx)
      return created
    })
  }

  /** Deletes what the token has made too. Throws 404 when the caller has no such token, 401 when the session or token of the caller ends meanwhile. */
  async deleteToken(caller: Principal, id: string, ip: string): Promise<void> {
    await this.end(caller, async (tx) => {
      const removed = await this.deps.tokens.remove(caller.userId, id, tx)
      if (removed.length === 0) throw platformErrors.fail('not-found')
      for (const target of removed)
        await this.deps.platform.audit({ actorId: caller.userId, ip, action: 'users.token.deleted', target }, tx)
    })
  }

  /** Throws 404 when the caller has no such session, 401 when the session or token of the caller ends meanwhile. */
  async endSession(caller: Principal, id: string, ip: string): Promise<void> {
    await this.end(caller, async (tx) => {
      if (!(await this.deps.sessions.revoke(caller.userId, id, tx))) throw platformErrors.fail('not-found')
      await this.deps.platform.audit({ actorId: caller.userId, ip, action: 'users.session.revoked', target: id }, tx)
    })
  }

  /** Ends all sessions except the caller's; with a token, all. Throws 401 when the caller's ends meanwhile. */
  async endOtherSessions(caller: Principal, ip: string): Promise<void> {
    const { userId, sessionId } = caller
    await this.end(caller, async (tx) => {
      await this.deps.sessions.revokeAll(userId, { tx, except: sessionId, tokens: 'none' })
      await this.deps.platform.audit({ actorId: userId, ip, action: 'users.sessions.revoked', target: userId }, tx)
    })
  }

  /** Runs `remove` while the account is locked. */
  private end(caller: Principal, remove: (tx: Tx) => Promise<void>): Promise<void> {
    return this.deps.platform.db.transaction(async (tx) => {
      await this.deps.sessions.lockAndRequireActive(caller, tx)
      await remove(tx)
    })
  }
}
