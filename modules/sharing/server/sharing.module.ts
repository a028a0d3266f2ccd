import type { FastifyInstance } from 'fastify'
import { defineRetention, type Platform } from '../../platform/index.ts'
import { declareGuardErrors } from './access-errors.ts'
import type { SharingDeps } from './deps.ts'
import { registerSharingEventHandlers } from './event-handlers.ts'
import { createFileRequests } from './file-requests.module.ts'
import { LinkTokens } from './link-tokens.ts'
import { abuseRoutes } from './routes/abuse.routes.ts'
import { oembedRoutes } from './routes/oembed.routes.ts'
import { visitorRemoteUploadRoutes } from './routes/remote-uploads.routes.ts'
import { shareActionsRoutes } from './routes/share-actions.routes.ts'
import { ShareHttpAuthorizer } from './routes/share-http-authorizer.ts'
import { shareLinksRoutes } from './routes/share-links.routes.ts'
import { sharePageRoutes } from './routes/share-page.routes.ts'
import { shareTokenAuth } from './routes/share-token-auth.ts'
import { visitorRoutes } from './routes/visitor.routes.ts'
import { AbuseReports } from './services/abuse-reports.ts'
import { AccessLog } from './services/access-log.ts'
import { deleteExpiredLinks, deleteLogsOfDeletedLinks } from './services/deleted-links.ts'
import { Downloads } from './services/downloads.ts'
import { freeSlug } from './services/ended-slugs.ts'
import { exportSharingSection } from './services/export-section.ts'
import { FilePreviews } from './services/file-previews.ts'
import { sharingImporter } from './services/import-section.ts'
import { LinkEmbeds } from './services/link-embeds.ts'
import { LinkMails } from './services/link-mails.ts'
import { MailRateLimit } from './services/mail-rate-limit.ts'
import { recipientKind, ShareMails } from './services/mails.ts'
import { OgImages } from './services/og-images.ts'
import { Recipients } from './services/recipients.ts'
import { RemoteUploadRateLimit } from './services/remote-upload-rate-limit.ts'
import { ShareAuthorizer } from './services/share-access.ts'
import { shareGrantValidator } from './services/share-grant.ts'
import { hasLinks, ownedLinks, ShareLinkLists } from './services/share-link-lists.ts'
import { ShareLinks } from './services/share-links.ts'
import { SharedItems } from './services/shared-items.ts'
import { UndoableDeletes } from './services/undo-delete.ts'
import { ShareUnlocker } from './services/unlock.ts'
import { UnlockCookies } from './services/unlock-cookie.ts'
import { registerUploadSources } from './services/upload-sources.ts'
import { presentShareLink } from './share-link.resource.ts'
import { SharePageAccess } from './share-page-access.ts'
import { createSharePages } from './share-pages.ts'
import { createSharedItemsPage } from './shared-items-page.ts'

/** Share links and file requests over storage. `routes` registers the endpoints of owners, visitors and uploaders. */
export const createSharing = (platform: Platform, { users, storage, entitlements }: SharingDeps) => {
  const { config, db, settings, limiter, jobs, log, audit } = platform
  const tokens = new LinkTokens(config.appKey, 'share-token')
  const unlockCookies = new UnlockCookies(config)
  const authorizer = new ShareAuthorizer({ db, storage, users, entitlements, unlockCookies, limiter })
  const httpAuthorizer = new ShareHttpAuthorizer(authorizer)
  const mails = new ShareMails(platform, users.accounts)
  const linkMails = new LinkMails(users.accounts, tokens, mails, new MailRateLimit(limiter))
  const recipients = new Recipients(db, tokens, linkMails, audit)
  platform.mailer.onRejected(recipientKind, (id) => recipients.markUndelivered(id))
  const shareLinks = new ShareLinks({ db, storage, tokens, audit, mails: linkMails })
  const lists = new ShareLinkLists(db)
  const sharedItems = new SharedItems(storage, lists)
  const accessLog = new AccessLog({ db, settings, log, activity: storage.activity })
  const downloads = new Downloads({ db, log: accessLog, audit, limiter })
  const unlocker = new ShareUnlocker({ ...platform, mails, loggableIp: (ip) => accessLog.loggableIp(ip) })
  const abuseReports = new AbuseReports({
    platform,
    mails,
    shareLinks,
    adminEmails: () => users.directory.adminEmails(),
  })
  const deletes = new UndoableDeletes(db, storage, config)
  const pageAccess = new SharePageAccess({ authorizer: httpAuthorizer, accessLog })
  const ogImages = new OgImages(platform, storage)
  const previews = new FilePreviews(storage, log)
  storage.tokenAuthenticators.add('share', shareTokenAuth(httpAuthorizer, { downloads, log }))
  storage.grants.register('share', shareGrantValidator(authorizer, accessLog))
  registerUploadSources(db, storage)
  storage.search.provide({ linkedItems: (ownerId) => lists.itemsWithLinks(ownerId) })
  storage.annotations.add('shared', async (scope, ids) => {
    const rows = await lists.newestOf(scope.ownerId, ids)
    return new Map(
      rows.map((row) => {
        const data = presentShareLink(row, tokens.decrypt(row.token_encrypted), config.appUrl)
        return [row.item_id, { data, meta: { links: row.links, audience: row.audience } }]
      }),
    )
  })
  storage.annotations.addBinding(hasLinks)
  // Totals and download limits go on counting deleted rows.
  defineRetention(platform, {
    job: 'delete-old-access-log',
    cron: '47 4 * * *',
    setting: 'share_log_retention_days',
    table: 'share_access_log',
    time: 'occurred_at',
    // A transfer that goes on is counted at its end.
    kept: { condition: 'coalesce(old.reserved_until > now(), false)', values: [] },
  })
  jobs.define('expire-shares', () => deleteExpiredLinks(platform), { cron: '*/10 * * * *' })
  jobs.define('delete-logs-of-deleted-links', () => deleteLogsOfDeletedLinks(platform), { cron: '*/10 * * * *' })
  registerSharingEventHandlers(platform, { storage, shareLinks })
  const remote = { storage, rateLimit: new RemoteUploadRateLimit(limiter) }
  const fileRequests = createFileRequests(platform, { users, storage, entitlements }, mails, remote)
  return {
    api: { shareLinks, authorizer, downloads, accessLog, fileRequests: fileRequests.service },
    /** For the pages of owners, visitors and uploaders. */
    pages: {
      sharedItems: createSharedItemsPage(sharedItems),
      sharePages: createSharePages(platform, storage, previews, pageAccess),
      fileRequests: fileRequests.pages,
    },
    /** State of upload requests that were sent to accounts, for `notifications`. */
    requestsTo: fileRequests.notifications.sentTo.bind(fileRequests.notifications),
    requestPaths: fileRequests.notifications.paths.bind(fileRequests.notifications),
    exportSection: (userId: string) => exportSharingSection(db, userId),
    importSection: sharingImporter({ db, shareLinks }),
    authorizePage: pageAccess.authorizePage,
    abuseReports,
    /** For an administrator. */
    freeSlug: (slug: string) => freeSlug(platform, slug),
    /** Number of an account's share links and file requests. */
    ownedLinks: (ownerId: string) => ownedLinks(platform.db, ownerId),
    /** Before the database is closed. */
    stop: () => accessLog.flush(),
    routes(app: FastifyInstance): void {
      const caller = { storage, authorizer: httpAuthorizer, log: accessLog }
      declareGuardErrors(app)
      shareLinksRoutes(app, platform, { shareLinks, recipients, sharedItems, tokens, log: accessLog })
      shareActionsRoutes(app, platform, { ...caller, downloads, deletes })
      visitorRemoteUploadRoutes(app, platform, { ...caller, ...remote })
      visitorRoutes(app, platform, { ...caller, unlockCookies, unlocker, previews })
      fileRequests.routes(app)
      abuseRoutes(app, { ...caller, abuseReports })
      oembedRoutes(app, new LinkEmbeds(platform, authorizer))
      sharePageRoutes(app, platform, { ...caller, downloads, unlockCookies, unlocker, ogImages })
    },
  }
}

export type Sharing = ReturnType<typeof createSharing>
