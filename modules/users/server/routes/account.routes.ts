import type { FastifyInstance } from 'fastify'
import { callerOf, type Platform, platformErrors, serve, successMessage } from '../../../platform/index.ts'
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
  updateUserSettings,
} from '../../contract.ts'
import { setAppearanceCookie } from '../cookies.ts'
import { presentSession, presentToken } from '../security.resource.ts'
import type { Accounts } from '../services/accounts.ts'
import type { CallerAccess } from '../services/caller-access.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { Passwords } from '../services/passwords.ts'
import type { PersonalAccessTokens } from '../services/personal-access-tokens.ts'
import type { Profile } from '../services/profile.ts'
import type { Sessions } from '../services/sessions.ts'
import type { UserSections } from '../services/user-sections.ts'
import { presentUser } from '../user.resource.ts'
import { deviceOfRequest, sendSession } from './open-session.ts'

interface AccountRoutesDeps {
  platform: Platform
  accounts: Accounts
  sessions: Sessions
  tokens: PersonalAccessTokens
  callerAccess: CallerAccess
  profile: Profile
  passwords: Passwords
  sections: UserSections
  confirmations: Confirmations
}

/** The body is either `{name, value}` or an object of settings by their names. */
const changesOf = ({ name, value, ...rest }: { name?: string; value?: unknown; [field: string]: unknown }) => {
  if (name !== undefined) return [{ name, value, field: 'value' }]
  const { _method, force, ...fields } = rest
  return Object.entries(fields).map(([field, value]) => ({ name: field, value, field }))
}

export const registerAccountRoutes = (app: FastifyInstance, deps: AccountRoutesDeps): void => {
  const { platform, accounts, sessions, tokens, callerAccess, profile, passwords, sections, confirmations } = deps

  serve(app, getUser, async (_call, request) => {
    const account = await accounts.byId(callerOf(request).userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    return { data: presentUser(account, await sections.collect(account)) }
  })

  serve(app, updateUserSettings, async ({ body }, request, reply) => {
    const applied = await profile.update(callerOf(request).userId, changesOf(body), { force: body.force })
    if (applied.theme_mode) setAppearanceCookie(reply, platform.config, 'theme', applied.theme_mode)
    if (applied.locale) {
      setAppearanceCookie(reply, platform.config, 'locale', applied.locale)
      request.locale = applied.locale
    }
    return successMessage(platform.i18n, request, 'users:message.settings-updated')
  })

  serve(app, changePassword, async ({ body }, request, reply) => {
    const { account } = request
    const device = { ...deviceOfRequest(request), remember: account?.remember ?? false }
    const caller = callerOf(request)
    const session = await passwords.change(caller, body, device)
    if (account) sendSession(deps, request, reply, { id: caller.userId, email: account.email }, session)
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
    // Tokens of a token end with it or with the sessions; a session could make itself a lasting way in.
    if (caller.sessionId) await confirmations.require(caller)
    const { token, plain } = await callerAccess.createToken(caller, body, request.ip)
    return { data: presentToken(token), plainTextToken: plain }
  })

  serve(app, deleteToken, async ({ params: { id } }, request) => {
    await callerAccess.deleteToken(callerOf(request), id, request.ip)
    return undefined
  })

  serve(app, listSessions, async (_call, request) => ({
    data: (await sessions.list(callerOf(request).userId)).map((row) => ({
      data: presentSession(row, callerOf(request).sessionId),
    })),
  }))

  serve(app, deleteOtherSessions, async (_call, request) => {
    await callerAccess.endOtherSessions(callerOf(request), request.ip)
    return undefined
  })

  serve(app, deleteSession, async ({ params: { id } }, request) => {
    await callerAccess.endSession(callerOf(request), id, request.ip)
    return undefined
  })
}
