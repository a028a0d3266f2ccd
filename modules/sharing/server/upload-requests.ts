import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { SharingDeps } from './deps.ts'
import { createRequestPages } from './request-pages.ts'
import { guestsRoutes } from './routes/guests.routes.ts'
import { type RemoteDeps, requestRemoteRoutes } from './routes/remote.routes.ts'
import { requestFormRoutes } from './routes/request-form.routes.ts'
import { requestsRoutes } from './routes/requests.routes.ts'
import { AskedRequests } from './services/asked-requests.ts'
import { MailAllowance } from './services/mail-allowance.ts'
import type { Mails } from './services/mails.ts'
import { OwnedRequests } from './services/owned-requests.ts'
import { Received } from './services/received.ts'
import { RequestFolders } from './services/request-folders.ts'
import { requestKeeper } from './services/request-ground.ts'
import { RequestGuard } from './services/request-guard.ts'
import { RequestGuests } from './services/request-guests.ts'
import { RequestItems } from './services/request-items.ts'
import { RequestNews } from './services/request-news.ts'
import { RequestUploads } from './services/request-uploads.ts'
import { requestVouch } from './services/request-vouch.ts'
import { Requests } from './services/requests.ts'
import { LinkTokens } from './tokens.ts'

/** Upload requests: services, jobs, listeners and routes of the owner and the guests. */
export const createUploadRequests = (
  platform: Platform,
  { users, storage, gates }: SharingDeps,
  mails: Mails,
  remote: RemoteDeps,
) => {
  const { config, db, events, settings, limiter, jobs, i18n } = platform
  const tokens = new LinkTokens(config.appKey, 'request-token')
  const requests = new Requests({ db, storage, tokens, jobs })
  const guests = new RequestGuests(db, limiter, config)
  const guard = new RequestGuard({ db, users, gates, guests })
  const received = new Received(db)
  const folders = new RequestFolders({ storage, received, i18n, settings })
  const items = new RequestItems(db, storage, folders, received)
  const uploads = new RequestUploads(limiter, folders, received)
  const asked = new AskedRequests(guard, folders, guests)
  const owned = new OwnedRequests(requests, storage, tokens, () => config.appUrl)
  const allowance = new MailAllowance(limiter)
  const news = new RequestNews({ db, events, jobs, users, requests, tokens, mails, allowance, i18n, settings })
  storage.grounds.add('request', requestKeeper(guard, uploads))
  storage.vouchers.add('request', requestVouch({ guard, folders, received }))
  jobs.define('expire-requests', () => requests.endDue(), { cron: '*/5 * * * *' })
  jobs.define('send-digests', () => news.sendDue(), { cron: '*/5 * * * *' })
  jobs.define('send-request-digest', (digest) => news.sendDigest(digest as Parameters<RequestNews['sendDigest']>[0]))
  events.on('sharing.request.created', (event) => news.invite(event))
  events.on('sharing.request.filled', (event) => news.filled(event))
  return {
    requests,
    pages: createRequestPages(guard, asked, items, owned),
    routes(app: FastifyInstance): void {
      requestsRoutes(app, platform, { requests, owned })
      requestFormRoutes(app, { storage, guard, guests, uploads })
      requestRemoteRoutes(app, platform, { ...remote, guard, uploads })
      guestsRoutes(app, platform, { storage, guard, guests, asked, items, uploads, requests })
    },
  }
}
