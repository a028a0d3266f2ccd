import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'
import {
  requestCode,
  unlockShare,
  visitFile,
  visitFolder,
  visitNavigation,
  visitShare,
  visitSubfolders,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from '../services/access-log.ts'
import type { ShareGuard } from '../services/guard.ts'
import type { Mails } from '../services/mails.ts'
import type { Passes } from '../services/pass.ts'
import type { Unlock } from '../services/unlock.ts'
import { pathOf, presentVisited, viewOf } from '../share.resource.ts'

export interface VisitorRoutesDeps {
  storage: StorageApi
  guard: ShareGuard
  passes: Passes
  unlock: Unlock
  log: AccessLog
  mails: Mails
}

/** Links as strangers use them: guard → storage's own deed in the link's scope → shape. */
export const visitorRoutes = (app: FastifyInstance, { config, i18n }: Platform, deps: VisitorRoutesDeps): void => {
  const { storage, guard, passes, unlock, log, mails } = deps

  serve(app, visitShare, async ({ params }, request) => ({
    data: presentVisited(await guard.find(request, params.token), params.token, config.appUrl),
  }))
  serve(app, unlockShare, async ({ params, body }, request, reply) => {
    const door = await guard.find(request, params.token)
    const pass = await unlock.open(door, body, request.ip)
    passes.give(reply, door.share, pass)
    const opened = { ...door, locked: false, recipientId: pass.recipientId }
    return { data: presentVisited(opened, params.token, config.appUrl) }
  })
  serve(app, requestCode, async ({ params, body }, request) => {
    const door = await guard.find(request, params.token)
    const made = await unlock.code(door, body.email, request.ip)
    // Behind the answer: its time tells nothing of who is invited (A51).
    if (made)
      mails
        .code(made.email, { item: door.item.name, code: made.code, path: pathOf(params.token) })
        .catch((error: unknown) => request.log.error({ err: error }, 'a code was not mailed'))
    return undefined as never
  })
  serve(app, visitFolder, async ({ params, query }, request, reply) => {
    const admission = await guard.admit(request, reply, params.token)
    await log.opened(admission, request.ip)
    return storage.browse.folder(admission.scope, params.id, query, viewOf(params.token, admission.item.id))
  })
  serve(app, visitFile, async ({ params }, request, reply) => {
    const admission = await guard.admit(request, reply, params.token)
    if (admission.item.is_folder) throw sharingErrors.fail('share-not-found')
    await log.opened(admission, request.ip)
    const { scope, item } = admission
    const { data } = await storage.browse.item(scope, item.id, viewOf(params.token, item.id))
    return { data }
  })
  serve(app, visitNavigation, async ({ params }, request, reply) => {
    const { scope } = await guard.admit(request, reply, params.token)
    const name = i18n.translator(request.locale)('sharing:navigation')
    const folders = await storage.navigation.folders(scope)
    return [{ location: 'public', name, isMovable: true, isOpen: true, folders }]
  })
  serve(app, visitSubfolders, async ({ params, query }, request, reply) => {
    const { scope } = await guard.admit(request, reply, params.token)
    return storage.navigation.level(scope, params.id, query.cursor)
  })
}
