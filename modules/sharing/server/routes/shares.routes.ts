import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Platform, type Principal, serve } from '../../../platform/index.ts'
import { ownScope } from '../../../storage/index.ts'
import {
  createShare,
  itemShares,
  mailShare,
  removeRecipient,
  revokeShares,
  type Share,
  shareLog,
  showShare,
  updateShare,
} from '../../contract.ts'
import type { AccessLog } from '../services/access-log.ts'
import type { Shares } from '../services/shares.ts'
import { presentAccess, presentShare } from '../share.resource.ts'
import type { OwnedShareRow } from '../share.row.ts'
import type { LinkTokens } from '../tokens.ts'

export interface SharesRoutesDeps {
  shares: Shares
  tokens: LinkTokens
  log: AccessLog
}

const logPage = 50
const scopeOf = (request: FastifyRequest) => ownScope(request.principal as Principal)

/** Links as their owner handles them. */
export const sharesRoutes = (
  app: FastifyInstance,
  { config, i18n }: Platform,
  { shares, tokens, log }: SharesRoutesDeps,
): void => {
  const present = (row: OwnedShareRow): Share => presentShare(row, tokens.read(row.token_sealed), config.appUrl)
  const done = (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: i18n.translator(request.locale)(`sharing:message.${key}`),
  })

  serve(app, createShare, async ({ body }, request) => ({ data: present(await shares.create(scopeOf(request), body)) }))
  serve(app, updateShare, async ({ params, body }, request) => ({
    data: present(await shares.update(scopeOf(request), params.token, body)),
  }))
  serve(app, showShare, async ({ params }, request) => ({
    data: present(await shares.show(scopeOf(request), params.token)),
  }))
  serve(app, revokeShares, async ({ body }, request) => {
    await shares.revoke(scopeOf(request), body.tokens)
    return done(request, 'revoked')
  })
  serve(app, itemShares, async ({ params }, request) => ({
    data: (await shares.ofItem(scopeOf(request), params.id)).map((row) => ({ data: present(row) })),
  }))
  serve(app, mailShare, async ({ params, body }, request) => {
    await shares.addRecipients(scopeOf(request), params.token, body.emails)
    return done(request, 'mailed')
  })
  serve(app, removeRecipient, async ({ params }, request) => {
    await shares.removeRecipient(scopeOf(request), params.token, params.id)
    return undefined as never
  })
  serve(app, shareLog, async ({ params, query }, request) => {
    const share = await shares.show(scopeOf(request), params.token)
    const count = query.per_page ?? logPage
    const before = query.cursor === undefined ? null : Number(query.cursor) || 0
    const rows = await log.list(share.id, count + 1, before)
    const kept = rows.slice(0, count)
    const last = rows.length > count ? kept.at(-1) : undefined
    return { data: kept.map(presentAccess), meta: { next_cursor: last ? String(last.id) : null } }
  })
}
