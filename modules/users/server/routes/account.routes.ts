import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, platformErrors, serve } from '../../../platform/index.ts'
import {
  changePassword,
  createToken,
  deleteSession,
  deleteToken,
  getUser,
  listSessions,
  listTokens,
  updateUserSettings,
} from '../../contract.ts'
import { setAppearanceCookie } from '../cookies.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Passwords } from '../services/passwords.ts'
import type { PersonalAccessTokens, TokenDetails } from '../services/personal-access-tokens.ts'
import type { Profile } from '../services/profile.ts'
import type { Sessions } from '../services/sessions.ts'
import type { UserSections } from '../services/user-sections.ts'
import { presentUser } from '../user.resource.ts'
import { openSession } from './auth.routes.ts'

export interface AccountRoutesDeps {
  platform: Platform
  accounts: Accounts
  sessions: Sessions
  tokens: PersonalAccessTokens
  profile: Profile
  passwords: Passwords
  sections: UserSections
}

const callerOf = (request: FastifyRequest) => request.principal as Principal
const presentToken = ({ id, name, lastUsedAt, createdAt }: TokenDetails) => ({
  id,
  type: 'token',
  attributes: { name, last_used_at: lastUsedAt?.toISOString() ?? null, created_at: createdAt.toISOString() },
})

/** `{name, value}`, or fields by their own names. */
const changesOf = ({ name, value, ...rest }: { name?: string; value?: unknown; [field: string]: unknown }) => {
  if (name !== undefined) return [{ name, value, field: 'value' }]
  const { _method, force, ...fields } = rest
  return Object.entries(fields).map(([field, given]) => ({ name: field, value: given, field }))
}

export const registerAccountRoutes = (app: FastifyInstance, deps: AccountRoutesDeps): void => {
  const { platform, accounts, sessions, tokens, profile, passwords, sections } = deps
  const done = (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: platform.i18n.translator(request.locale)(`users:message.${key}`),
  })

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
    return done(request, 'settings-updated')
  })

  serve(app, changePassword, async ({ body }, request, reply) => {
    const { account } = request
    await passwords.change(callerOf(request).userId, body, request.ip)
    if (account?.session_id)
      await openSession(deps, request, reply, { id: account.user_id, email: account.email }, account.remember)
    return done(request, 'password-changed')
  })

  serve(app, listTokens, async (_call, request) => ({
    data: (await tokens.list(callerOf(request).userId)).map((token) => ({ data: presentToken(token) })),
  }))

  serve(app, createToken, async ({ body }, request) => {
    const { token, plain } = await tokens.create(callerOf(request).userId, body.name.trim())
    void platform.audit({
      actorId: callerOf(request).userId,
      ip: request.ip,
      action: 'users.token.created',
      target: token.id,
    })
    return { data: presentToken(token), plainTextToken: plain }
  })

  serve(app, deleteToken, async ({ params }, request) => {
    if (!(await tokens.remove(callerOf(request).userId, params.id))) throw platformErrors.fail('not-found')
    return undefined
  })

  serve(app, listSessions, async (_call, request) => ({
    data: (await sessions.list(callerOf(request).userId)).map((row) => ({
      data: {
        id: row.id,
        type: 'session',
        attributes: {
          current: row.id === callerOf(request).sessionId,
          remember: row.remember,
          ip: row.ip,
          user_agent: row.user_agent,
          created_at: row.created_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          expires_at: row.expires_at.toISOString(),
        },
      },
    })),
  }))

  serve(app, deleteSession, async ({ params }, request) => {
    const { userId } = callerOf(request)
    if (!(await sessions.revoke(userId, params.id))) throw platformErrors.fail('not-found')
    await platform.audit({ actorId: userId, ip: request.ip, action: 'users.session.revoked', target: params.id })
    return undefined
  })
}
