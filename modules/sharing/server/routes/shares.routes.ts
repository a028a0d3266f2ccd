import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { ownScope } from '../../../storage/index.ts'
import {
  browseShared,
  createShare,
  itemShares,
  mailShare,
  removeRecipient,
  revokeShares,
  type Share,
  shareLog,
  shareLogCsv,
  shareQr,
  showShare,
  updateShare,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from '../services/access-log.ts'
import { logCsv } from '../services/log-csv.ts'
import { MailAllowance } from '../services/mail-allowance.ts'
import type { Recipients } from '../services/recipients.ts'
import type { SharedItems } from '../services/shared-items.ts'
import type { Shares } from '../services/shares.ts'
import { presentAccess, presentShare } from '../share.resource.ts'
import type { OwnedShareRow } from '../share.row.ts'
import type { LinkTokens } from '../tokens.ts'

export interface SharesRoutesDeps {
  shares: Shares
  recipients: Recipients
  sharedItems: SharedItems
  tokens: LinkTokens
  log: AccessLog
}

const logPage = 50
/** Rows of a CSV at most: the newest. */
const csvRows = 50_000
const scopeOf = (request: FastifyRequest) => ownScope(request.principal as Principal, request.socketId)

/** Links as their owner handles them. */
export const sharesRoutes = (
  app: FastifyInstance,
  { config, i18n, limiter }: Platform,
  { shares, recipients, sharedItems, tokens, log }: SharesRoutesDeps,
): void => {
  const present = (row: OwnedShareRow): Share => presentShare(row, tokens.read(row.token_sealed), config.appUrl)
  const done = (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: i18n.translator(request.locale)(`sharing:message.${key}`),
  })

  const allowance = new MailAllowance(limiter)

  serve(app, createShare, async ({ body }, request) => {
    await allowance.take(scopeOf(request).ownerId, body.emails)
    return { data: present(await shares.create(scopeOf(request), body)) }
  })
  serve(app, updateShare, async ({ params, body }, request) => ({
    data: present(await shares.update(scopeOf(request), params.token, body)),
  }))
  serve(app, showShare, async ({ params }, request) => ({
    data: present(await shares.show(scopeOf(request), params.token)),
  }))
  serve(app, revokeShares, async ({ body }, request) => {
    await shares.revoke(scopeOf(request), body.tokens ?? [], body.items)
    return done(request, 'revoked')
  })
  serve(app, itemShares, async ({ params }, request) => ({
    data: (await shares.ofItem(scopeOf(request), params.id)).map((row) => ({ data: present(row) })),
  }))
  serve(app, mailShare, async ({ params, body }, request) => {
    await allowance.take(scopeOf(request).ownerId, body.emails)
    await recipients.add(scopeOf(request), params.token, body.emails)
    return done(request, 'mailed')
  })
  serve(app, removeRecipient, async ({ params }, request) => {
    await recipients.remove(scopeOf(request), params.token, params.id)
    return undefined as never
  })
  serve(app, shareLog, async ({ params, query }, request) => {
    const share = await shares.show(scopeOf(request), params.token)
    const count = query.per_page ?? logPage
    if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) throw sharingErrors.fail('bad-cursor')
    const before = query.cursor === undefined ? null : Number(query.cursor)
    const rows = await log.list(share.id, count + 1, before)
    const kept = rows.slice(0, count)
    const last = rows.length > count ? kept.at(-1) : undefined
    return { data: kept.map(presentAccess), meta: { next_cursor: last ? String(last.id) : null } }
  })
  serve(app, shareLogCsv, async ({ params }, request, reply) => {
    const share = await shares.show(scopeOf(request), params.token)
    const csv = logCsv(await log.list(share.id, csvRows, null))
    reply.header('content-disposition', 'attachment; filename="access-log.csv"')
    reply.header('cache-control', 'no-store')
    reply.type('text/csv; charset=utf-8').send(csv)
    return undefined
  })
  serve(app, shareQr, async ({ params }, request) => {
    const { link } = present(await shares.show(scopeOf(request), params.token)).attributes
    return { ...done(request, 'qr'), data: { svg: renderSVG(link, { border: 2, ecc: 'M' }) } }
  })
  serve(app, browseShared, ({ query }, request) => sharedItems.list(scopeOf(request), query))
}
