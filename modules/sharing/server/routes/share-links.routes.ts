import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { callerOf, type Platform, platformErrors, sendCsv, serve, successMessage } from '../../../platform/index.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import { ownScope } from '../../../storage/index.ts'
import {
  browseSharedItems,
  createShareLink,
  exportAccessLog,
  listAccessLog,
  listItemShareLinks,
  mailShareLink,
  removeShareRecipient,
  replaceShareLink,
  revokeListPath,
  revokeShareLinks,
  type ShareLink,
  shareLinkQr,
  showShareLink,
  updateShareLink,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { LinkTokens } from '../link-tokens.ts'
import type { AccessLog } from '../services/access-log.ts'
import { accessLogCsv } from '../services/access-log-csv.ts'
import type { Recipients } from '../services/recipients.ts'
import type { ShareLinks } from '../services/share-links.ts'
import type { SharedItems } from '../services/shared-items.ts'
import { presentAccessLogEntry, presentShareLink } from '../share-link.resource.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'

interface ShareLinksRoutesDeps {
  shareLinks: ShareLinks
  recipients: Recipients
  sharedItems: SharedItems
  tokens: LinkTokens
  log: AccessLog
}

const logRowsPerPage = 50
const ownerScope = (request: FastifyRequest) => ownScope(callerOf(request), request.socketId)

/** Tokens and items that a call revokes the links of: those in the body, else the token in the path. 422 without any. */
const linksToRevoke = (token: string, { tokens = [], items = [] }: BodyOf<typeof revokeShareLinks>) => {
  const isInBody = tokens.length + items.length > 0
  if (!isInBody && token === revokeListPath)
    throw platformErrors.fail('validation-failed', { errors: { tokens: ['platform:validation.required'] } })
  return { tokens: isInBody ? tokens : [token], items }
}

/** Share links as their owner manages them. */
export const shareLinksRoutes = (
  app: FastifyInstance,
  { config, i18n }: Platform,
  { shareLinks, recipients, sharedItems, tokens, log }: ShareLinksRoutesDeps,
): void => {
  const present = (row: OwnedShareLinkRow): ShareLink =>
    presentShareLink(row, tokens.decrypt(row.token_encrypted), config.appUrl)

  serve(app, createShareLink, async ({ body }, request) => ({
    data: present(await shareLinks.create(ownerScope(request), body)),
  }))
  for (const endpoint of [updateShareLink, replaceShareLink])
    serve(app, endpoint, async ({ params, body }, request) => ({
      data: present(await shareLinks.update(ownerScope(request), params.token, body)),
    }))
  serve(app, showShareLink, async ({ params }, request) => ({
    data: present(await shareLinks.show(ownerScope(request), params.token)),
  }))
  serve(app, revokeShareLinks, async ({ params, body }, request) => {
    const { tokens, items } = linksToRevoke(params.token, body)
    await shareLinks.revoke(ownerScope(request), tokens, items)
    return successMessage(i18n, request, 'sharing:message.revoked')
  })
  serve(app, listItemShareLinks, async ({ params }, request) => ({
    data: (await shareLinks.ofItem(ownerScope(request), params.id)).map((row) => ({ data: present(row) })),
  }))
  serve(app, mailShareLink, async ({ params, body }, request) => {
    await recipients.add(ownerScope(request), params.token, body.emails)
    return successMessage(i18n, request, 'sharing:message.mailed')
  })
  serve(app, removeShareRecipient, async ({ params }, request) => {
    await recipients.remove(ownerScope(request), params.token, params.id)
  })
  serve(app, listAccessLog, async ({ params, query }, request) => {
    const share = await shareLinks.show(ownerScope(request), params.token)
    const count = query.per_page ?? logRowsPerPage
    if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) throw sharingErrors.fail('invalid-cursor')
    const before = query.cursor === undefined ? null : Number(query.cursor)
    const rows = await log.list(share.id, count + 1, before)
    const page = rows.slice(0, count)
    const last = rows.length > count ? page.at(-1) : undefined
    return { data: page.map(presentAccessLogEntry), meta: { next_cursor: last ? String(last.id) : null } }
  })
  serve(app, exportAccessLog, async ({ params }, request, reply) => {
    const share = await shareLinks.show(ownerScope(request), params.token)
    return sendCsv(reply, 'access-log.csv', accessLogCsv(log.batches(share.id)))
  })
  serve(app, shareLinkQr, async ({ params }, request) => {
    const { link } = present(await shareLinks.show(ownerScope(request), params.token)).attributes
    return {
      ...successMessage(i18n, request, 'sharing:message.qr'),
      data: { svg: renderSVG(link, { border: 2, ecc: 'M' }) },
    }
  })
  serve(app, browseSharedItems, ({ query }, request) => sharedItems.list(ownerScope(request), query))
}
