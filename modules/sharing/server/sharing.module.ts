import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { SharingDeps } from './deps.ts'
import { createOwnerPages } from './owner-pages.ts'
import { createSharePages } from './page-services.ts'
import { registerReactions } from './reactions.ts'
import { pageRoutes } from './routes/page.routes.ts'
import { visitorRemoteRoutes } from './routes/remote.routes.ts'
import { sharesRoutes } from './routes/shares.routes.ts'
import { visitorRoutes } from './routes/visitor.routes.ts'
import { visitorDeedsRoutes } from './routes/visitor-deeds.routes.ts'
import { AccessLog } from './services/access-log.ts'
import { Cards } from './services/cards.ts'
import { Downloads } from './services/downloads.ts'
import { ShareGuard } from './services/guard.ts'
import { Mails } from './services/mails.ts'
import { Passes } from './services/pass.ts'
import { Recipients } from './services/recipients.ts'
import { RemoteAllowance } from './services/remote-allowance.ts'
import { Removals } from './services/removals.ts'
import { shareKeeper } from './services/share-ground.ts'
import { ShareLists } from './services/share-lists.ts'
import { SharedItems } from './services/shared-items.ts'
import { Shares } from './services/shares.ts'
import { shareVouch } from './services/takings.ts'
import { Unlock } from './services/unlock.ts'
import { nameUploadSources } from './services/upload-sources.ts'
import { Visits } from './services/visits.ts'
import { presentShare } from './share.resource.ts'
import { LinkTokens } from './tokens.ts'
import { createUploadRequests } from './upload-requests.ts'

/** Share links and upload requests over storage. `routes` registers the owner's and the visitors' endpoints. */
export const createSharing = (platform: Platform, { users, storage, gates }: SharingDeps) => {
  const { config, db, events, settings, limiter, jobs, log, audit } = platform
  const tokens = new LinkTokens(config.appKey, 'share-token')
  const passes = new Passes(config)
  const guard = new ShareGuard({ db, storage, users, gates, passes, limiter })
  const shares = new Shares({ db, storage, tokens, audit })
  const lists = new ShareLists(db)
  const sharedItems = new SharedItems(storage, lists)
  const accessLog = new AccessLog(db, settings, log)
  const downloads = new Downloads({ db, events, log: accessLog, audit, limiter })
  const unlock = new Unlock({ db, limiter, audit })
  const mails = new Mails(platform)
  const removals = new Removals(db, storage, config)
  const visits = new Visits({ guard, accessLog })
  const cards = new Cards(platform, storage)
  storage.vouchers.add('share', shareVouch({ guard, downloads, log }))
  storage.grounds.add('share', shareKeeper(guard, accessLog))
  nameUploadSources(db, storage)
  storage.marks.add('shared', async (scope, ids) => {
    const rows = await lists.newestOf(scope.ownerId, ids)
    return new Map(
      rows.map((row) => {
        const data = presentShare(row, tokens.read(row.token_sealed), config.appUrl)
        return [row.item_id, { data, meta: { links: row.links } }]
      }),
    )
  })
  jobs.define('expire-shares', () => shares.removeExpired(), { cron: '*/10 * * * *' })
  registerReactions(platform, { users, storage, shares, tokens, mails })
  const remote = { storage, allowance: new RemoteAllowance(limiter) }
  const uploadRequests = createUploadRequests(platform, { users, storage, gates }, mails, remote)
  return {
    api: { shares, guard, downloads, accessLog, requests: uploadRequests.requests },
    ownerPages: createOwnerPages(sharedItems),
    pages: createSharePages(platform, storage, visits),
    enter: visits.enter,
    /** Before the database is closed. */
    stop: () => accessLog.flush(),
    requestPages: uploadRequests.pages,
    routes(app: FastifyInstance): void {
      sharesRoutes(app, platform, {
        shares,
        recipients: new Recipients(db, tokens),
        sharedItems,
        tokens,
        log: accessLog,
      })
      visitorDeedsRoutes(app, platform, { storage, guard, log: accessLog, downloads, removals })
      visitorRemoteRoutes(app, platform, { ...remote, guard, log: accessLog })
      visitorRoutes(app, platform, { storage, guard, passes, unlock, log: accessLog, mails })
      uploadRequests.routes(app)
      pageRoutes(app, platform, { storage, guard, downloads, passes, unlock, mails, cards })
    },
  }
}

export type Sharing = ReturnType<typeof createSharing>
