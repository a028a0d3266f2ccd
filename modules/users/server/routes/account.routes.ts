import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type AuditAction,
  callerOf,
  type Platform,
  type Principal,
  platformErrors,
  serve,
  successMessage,
  type Tx,
} from '../../../platform/index.ts'
import {
  changePassword,
  createToken,
  deleteOtherSessions,
  deleteSession,
  deleteToken,
  getUser,
  listSessions,
  listTokens,
  removePassword,
  type TokenScope,
  updateUserSettings,
} from '../../contract.ts'
import { setAppearanceCookie } from '../cookies.ts'
import { presentSession, presentToken } from '../security.resource.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { Passwords } from '../services/passwords.ts'
import type { PersonalAccessTokens } from '../services/personal-access-tokens.ts'
import type { Profile } from '../services/profile.ts'
import type { Sessions } from '../services/sessions.ts'
import type { UserSections } from '../services/user-sections.ts'
import { presentUser } from '../user.resource.ts'
import { deviceOf, sendSession } from './open-session.ts'

interface AccountRoutesDeps {
  platform: Platform
  accounts: Accounts
  sessions: Sessions
  tokens: PersonalAccessTokens
  profile: Profile
  passwords: Passwords
  sections: UserSections
  confirmations: Confirmations
}

const dayMs = 24 * 3600 * 1000

/** The body is either `{name, value}` or an object of settings by their names. */
const changesOf = ({ name, value, ...rest }: { name?: string; value?: unknown; [field: string]: unknown }) => {
  if (name !== undefined) return [{ name, value, field: 'value' }]
  const { _method, force, ...fields } = rest
  return Object.entries(fields).map(([field, given]) => ({ name: field, value: given, field }))
}

export const registerAccountRoutes = (app: FastifyInstance, deps: AccountRoutesDeps): void => {
  const { platform, accounts, sessions, tokens, profile, passwords, sections, confirmations } = deps
  /** Removes what the caller owns, and records it; 404 when there is none. */
  const remove = (
    request: FastifyRequest,
    action: AuditAction,
    target: string,
    fn: (tx: Tx, caller: Principal) => Promise<boolean>,
  ): Promise<undefined> => {
    const caller = callerOf(request)
    return platform.db.transaction(async (tx) => {
      await sessions.lockAndRequireActive(caller, tx)
      if (!(await fn(tx, caller))) throw platformErrors.fail('not-found')
      await platform.audit({ actorId: caller.userId, ip: request.ip, action, target }, tx)
      return undefined
    })
  }

  serve(app, getUser, async (_call, request) => {
    const account = await accounts.byId(callerOf(request).userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    return { data: presentUser(account, await sections.collect(account)) }
  })

  serve(app, updateUserSettings, async ({ body }, request, reply) => {
    const applied = await profile.update(callerOf(request).userId, changesOf(body), body.force)
    if (applied.theme_mode) setAppearanceCookie(reply, platform.config, 'theme', applied.theme_mode)
    if (applied.locale) {
      setAppearanceCookie(reply, platform.config, 'locale', applied.locale)
      request.locale = applied.locale
    }
    return successMessage(platform.i18n, request, 'users:message.settings-updated')
  })

  serve(app, changePassword, async ({ body }, request, reply) => {
    const { account } = request
    const device = { ...deviceOf(request), remember: account?.remember ?? false }
    const session = await passwords.change(callerOf(request), body, device)
    if (account) sendSession(deps, request, reply, account.email, session)
    return successMessage(platform.i18n, request, 'users:message.password-changed')
  })

  serve(app, removePassword, async (_call, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    await passwords.remove(caller, request.ip)
    return undefined
  })

  serve(app, listTokens, async (_call, request) => ({
    data: (await tokens.list(callerOf(request).userId)).map((token) => ({ data: presentToken(token) })),
  }))

  serve(app, createToken, async ({ body }, request) => {
    const caller = callerOf(request)
    const { userId, scopes: own, tokenId } = caller
    // A token creates no token that may do more than itself.
    const scopes = body.scopes ?? (own as TokenScope[] | null) ?? undefined
    if (own && scopes?.some((scope) => !own.includes(scope))) throw platformErrors.fail('scope-missing')
    const asked = body.expires_in_days
      ? new Date((await platform.db.now()).getTime() + body.expires_in_days * dayMs)
      : null
    const { token, plain } = await platform.db.transaction(async (tx) => {
      await sessions.lockSharedAndRequireActive(caller, tx)
      // And none that is valid for longer, or after the password when it was made with that.
      const own = tokenId ? await tokens.lineageOf(userId, tokenId, tx) : { expiresAt: null, isSignIn: false }
      if (!own) throw platformErrors.fail('unauthenticated')
      const expiresAt = own.expiresAt && (!asked || asked > own.expiresAt) ? own.expiresAt : asked
      const created = await tokens.create(
        userId,
        { name: body.name.trim(), scopes, expiresAt, isSignIn: own.isSignIn, madeByToken: own.isSignIn },
        tx,
      )
      const { id: target, scopes: given } = created.token
      const entry = { actorId: userId, ip: request.ip, target, details: { scopes: given } }
      await platform.audit({ ...entry, action: 'users.token.created' }, tx)
      tx.emit('users.security.changed', { userId })
      return created
    })
    return { data: presentToken(token), plainTextToken: plain }
  })

  serve(app, deleteToken, ({ params: { id } }, request) =>
    remove(request, 'users.token.deleted', id, (tx, { userId }) => tokens.remove(userId, id, tx)),
  )

  serve(app, listSessions, async (_call, request) => ({
    data: (await sessions.list(callerOf(request).userId)).map((row) => ({
      data: presentSession(row, callerOf(request).sessionId),
    })),
  }))

  serve(app, deleteOtherSessions, async (_call, request) => {
    const caller = callerOf(request)
    const { userId, sessionId } = caller
    await platform.db.transaction(async (tx) => {
      await sessions.lockAndRequireActive(caller, tx)
      await sessions.revokeAll(userId, { tx, except: sessionId, tokens: 'none' })
      await platform.audit({ actorId: userId, ip: request.ip, action: 'users.sessions.revoked', target: userId }, tx)
    })
    return undefined
  })

  serve(app, deleteSession, ({ params: { id } }, request) =>
    remove(request, 'users.session.revoked', id, (tx, { userId }) => sessions.revoke(userId, id, tx)),
  )
}
