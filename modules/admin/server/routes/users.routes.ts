import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  auditActorOf,
  callerOf,
  formFileOf,
  type Platform,
  sendCsv,
  serve,
  successMessage,
} from '../../../platform/index.ts'
import { bytesOfGigabytes } from '../../../shared/contract.ts'
import {
  changeUsers,
  createUser,
  deleteUser,
  endUserSessions,
  exportUsers,
  keepUser,
  listUsers,
  resetTwoFactor,
  sendResetLink,
  setUserCapacity,
  setUserRole,
  showUser,
  showUserHoldings,
  showUserStorage,
  verifyUser,
} from '../../contract.ts'
import type { AdminPages } from '../admin-pages.ts'
import type { AdminDeps } from '../deps.ts'
import type { AuditedDownloads } from '../services/audited-downloads.ts'
import type { OtherAccounts } from '../services/other-accounts.ts'

interface UsersRoutesDeps {
  users: AdminDeps['users']
  downloads: AuditedDownloads
  otherAccounts: OtherAccounts
  pages: AdminPages
}

export const usersRoutes = (app: FastifyInstance, platform: Platform, deps: UsersRoutesDeps): void => {
  const { users, downloads, otherAccounts, pages } = deps
  const { administration, suspensions } = users
  const requireConfirmation = (request: FastifyRequest) => users.requireConfirmation(callerOf(request))

  serve(app, listUsers, ({ query }, { locale }) => pages.users(query, locale))

  serve(app, exportUsers, async ({ query }, request, reply) => {
    const csv = await downloads.users(query, auditActorOf(request))
    return sendCsv(reply, 'users.csv', csv)
  })

  serve(app, createUser, async ({ body }, request) => {
    await requireConfirmation(request)
    const id = await administration.create(body, formFileOf(request, 'avatar'), auditActorOf(request))
    return { data: await pages.user(id, request.locale) }
  })

  serve(app, showUser, async ({ params }, { locale }) => ({ data: await pages.user(params.id, locale) }))

  serve(app, setUserRole, async ({ params, body }, request) => {
    await requireConfirmation(request)
    await administration.setRole(params.id, body.attributes.role, auditActorOf(request))
    return { data: await pages.user(params.id, request.locale) }
  })

  serve(app, setUserCapacity, async ({ params, body }, request) => {
    const { max_storage_amount: amount, max_team_members: members } = body.attributes
    const limits = {
      ...(amount === undefined ? {} : { max_storage_bytes: amount === null ? null : bytesOfGigabytes(Number(amount)) }),
      ...(members === undefined ? {} : { max_team_members: members === null ? null : Number(members) }),
    }
    await administration.setLimits(params.id, limits, auditActorOf(request))
    return { data: await pages.userStorage(params.id) }
  })

  serve(app, showUserStorage, async ({ params }) => ({ data: await pages.userStorage(params.id) }))

  serve(app, verifyUser, async ({ params }, request) => {
    await administration.verifyEmail(params.id, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.user-verified')
  })

  serve(app, sendResetLink, async ({ params }, request) => {
    await administration.sendResetLink(params.id, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.reset-sent')
  })

  serve(app, endUserSessions, async ({ params }, request) => {
    await administration.endSessions(params.id, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.sessions-ended')
  })

  serve(app, resetTwoFactor, async ({ params }, request) => {
    await requireConfirmation(request)
    await administration.resetTwoFactor(params.id, auditActorOf(request))
    return successMessage(platform.i18n, request, 'admin:message.two-factor-reset')
  })

  serve(app, showUserHoldings, async ({ params }, { locale }) => ({
    data: await pages.userHoldings(params.id, locale),
  }))

  serve(app, keepUser, async ({ params }, request) => {
    const isKept = await suspensions.cancelDeletion(params.id, auditActorOf(request))
    return { data: { changed: isKept ? 1 : 0 } }
  })

  serve(app, deleteUser, async ({ params, body }, request) => {
    const deletion = { id: params.id, name: body.name, locale: request.locale }
    await otherAccounts.delete(deletion, auditActorOf(request), () => requireConfirmation(request))
    return successMessage(platform.i18n, request, 'admin:message.user-deleted')
  })

  serve(app, changeUsers, async ({ body: { action, ids, reason } }, request) => {
    const actor = auditActorOf(request)
    if (action === 'suspend')
      return { data: { changed: (await otherAccounts.suspend(ids, reason?.trim() || null, actor)).length } }
    if (action === 'reactivate') return { data: { changed: (await suspensions.reactivate(ids, actor)).length } }
    return { data: { changed: await administration.verifyEmails(ids, actor) } }
  })
}
