import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { type StorageApi, storageErrors } from '../../../storage/index.ts'
import {
  requestAccessCode,
  unlockShareLink,
  visitorBrowse,
  visitorNavigation,
  visitorPreviewFile,
  visitorShowFile,
  visitorShowLink,
  visitorSubfolders,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from '../services/access-log.ts'
import { isBotOrPrefetch } from '../services/bots.ts'
import type { FilePreviews } from '../services/file-previews.ts'
import type { ShareAccess } from '../services/share-access.ts'
import type { ShareUnlocker } from '../services/unlock.ts'
import type { UnlockCookies } from '../services/unlock-cookie.ts'
import { presentPublicShareLink, sharePresentation } from '../share-link.resource.ts'
import { setBoundedCookie } from './set-cookie.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'

interface VisitorRoutesDeps {
  storage: StorageApi
  authorizer: ShareHttpAuthorizer
  unlockCookies: UnlockCookies
  unlocker: ShareUnlocker
  log: AccessLog
  previews: FilePreviews
}

/** Links as visitors read them: authorize, call storage in the link's scope, present. */
export const visitorRoutes = (app: FastifyInstance, { config, i18n }: Platform, deps: VisitorRoutesDeps): void => {
  const { storage, authorizer, unlockCookies, unlocker, log, previews } = deps
  /** Neither the owner's call nor HEAD is a visit. */
  const recordOpened = async ({ method, principal, ip }: FastifyRequest, access: ShareAccess) => {
    if (method === 'GET' && principal?.userId !== access.share.owner_id) await log.recordOpened(access, ip)
  }

  serve(app, visitorShowLink, async ({ params }, request) => ({
    data: presentPublicShareLink(await authorizer.find(request, params.token), params.token, config.appUrl),
  }))
  serve(app, unlockShareLink, async ({ params, body }, request, reply) => {
    const lookup = await authorizer.find(request, params.token)
    const proof = await unlocker.unlock(lookup, body, request.ip)
    setBoundedCookie(request, reply, unlockCookies.create(lookup.share, proof))
    const opened = { ...lookup, locked: false, recipientId: proof.recipientId }
    return { data: presentPublicShareLink(opened, params.token, config.appUrl) }
  })
  serve(app, requestAccessCode, async ({ params, body }, request) => {
    const lookup = await authorizer.find(request, params.token)
    await unlocker.sendCode(lookup, params.token, body.email, request)
  })
  serve(app, visitorBrowse, async ({ params, query }, request, reply) => {
    const access = await authorizer.authorizeOpening(request, reply, params.token)
    await recordOpened(request, access)
    return storage.browse.folder(access.scope, params.id, query, sharePresentation(params.token, access.item.id))
  })
  serve(app, visitorShowFile, async ({ params }, request, reply) => {
    const access = await authorizer.authorizeOpening(request, reply, params.token)
    if (access.item.is_folder) throw sharingErrors.fail('share-not-found')
    await recordOpened(request, access)
    const { scope, item } = access
    const { data } = await storage.browse.item(scope, item.id, sharePresentation(params.token, item.id))
    return { data }
  })
  serve(app, visitorPreviewFile, async ({ params }, request) => {
    const { scope, share, item: top } = await authorizer.authorizeReading(request, params.token)
    const { data: item } = await storage.browse.item(scope, params.id, sharePresentation(params.token, top.id))
    if (item.type === 'folder') throw storageErrors.fail('item-not-found')
    return { data: await previews.ofLink(share, item, { visited: !isBotOrPrefetch(request) }) }
  })
  serve(app, visitorNavigation, async ({ params }, request) => {
    const { scope } = await authorizer.authorizeReading(request, params.token)
    const name = i18n.translator(request.locale)('sharing:navigation')
    const folders = await storage.navigation.folders(scope)
    return [{ location: 'public', name, isMovable: true, isOpen: true, folders }]
  })
  serve(app, visitorSubfolders, async ({ params, query }, request) => {
    const { scope } = await authorizer.authorizeReading(request, params.token)
    return storage.navigation.level(scope, params.id, query.cursor)
  })
}
