import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { SharingDeps } from './deps.ts'
import { createFileRequestPages } from './file-request-pages.ts'
import { LinkTokens } from './link-tokens.ts'
import { FileRequestHttpAuthorizer } from './routes/file-request-http-authorizer.ts'
import { fileRequestTokenAuth } from './routes/file-request-token-auth.ts'
import { fileRequestsRoutes } from './routes/file-requests.routes.ts'
import { type RemoteUploadDeps, uploaderRemoteUploadRoutes } from './routes/remote-uploads.routes.ts'
import { uploaderRoutes } from './routes/uploader.routes.ts'
import { uploaderFormRoutes } from './routes/uploader-form.routes.ts'
import { FileRequestAuthorizer } from './services/file-request-access.ts'
import { FileRequestFolders } from './services/file-request-folders.ts'
import { fileRequestGrantValidator } from './services/file-request-grant.ts'
import { FileRequestNotifications } from './services/file-request-notifications.ts'
import { FileRequestUploaders } from './services/file-request-uploaders.ts'
import { FileRequestUploads } from './services/file-request-uploads.ts'
import { FileRequests } from './services/file-requests.ts'
import { MailRateLimit } from './services/mail-rate-limit.ts'
import type { ShareMails } from './services/mails.ts'
import { OwnedFileRequests } from './services/owned-file-requests.ts'
import { PublicFileRequests } from './services/public-file-requests.ts'
import { UploadReceipts } from './services/upload-receipts.ts'
import { UploaderActions } from './services/uploader-actions.ts'
import { UploaderItems } from './services/uploader-items.ts'

/** File requests: services, jobs, event handlers, and the routes of owners and uploaders. */
export const createFileRequests = (
  platform: Platform,
  { users, storage, entitlements }: SharingDeps,
  mails: ShareMails,
  remote: RemoteUploadDeps,
) => {
  const { config, db, settings, limiter, jobs, i18n, audit } = platform
  const tokens = new LinkTokens(config.appKey, 'request-token')
  const uploaders = new FileRequestUploaders(db, limiter, config, users.botChecks)
  const mailRateLimit = new MailRateLimit(limiter)
  const receipts = new UploadReceipts({ db, jobs, users, uploaders, mails, mailRateLimit })
  const notifications = new FileRequestNotifications({
    db,
    jobs,
    users,
    tokens,
    mails,
    mailRateLimit,
    receipts,
    i18n,
    settings,
    openUploads: storage.openUploads,
  })
  const fileRequests = new FileRequests({ db, storage, tokens, audit, notifications })
  const authorizer = new FileRequestAuthorizer({ db, users, entitlements, uploaders })
  const httpAuthorizer = new FileRequestHttpAuthorizer(authorizer)
  const uploaderItems = new UploaderItems(db)
  const folders = new FileRequestFolders({ storage, uploaderItems, users, i18n, settings })
  const actions = new UploaderActions(db, storage, folders, uploaderItems, uploaders)
  const uploads = new FileRequestUploads(db, limiter, folders, uploaderItems)
  const publicFileRequests = new PublicFileRequests(db, folders, uploaders)
  const owned = new OwnedFileRequests(fileRequests, storage, tokens, () => config.appUrl)
  storage.grants.register('request', fileRequestGrantValidator(authorizer, uploads))
  storage.tokenAuthenticators.add(
    'request',
    fileRequestTokenAuth({ authorizer: httpAuthorizer, folders, uploaderItems }),
  )
  storage.annotations.addDetail('open_request', async ({ ownerId }, ids) => {
    const folders = await fileRequests.visibleFolders(ownerId, ids)
    return new Map(folders.map((id) => [id, { visibility: 'all' }]))
  })
  jobs.define('expire-requests', () => fileRequests.closeDue(), { cron: '*/5 * * * *' })
  jobs.define('send-digests', () => notifications.sendDue(), { cron: '* * * * *' })
  jobs.define('send-request-digest', (digest) =>
    notifications.sendDigest(digest as Parameters<FileRequestNotifications['sendDigest']>[0]),
  )
  jobs.define('send-idle-receipt', (uploader) =>
    receipts.sendIdle(uploader as Parameters<UploadReceipts['sendIdle']>[0]),
  )
  return {
    service: fileRequests,
    notifications,
    pages: createFileRequestPages(httpAuthorizer, publicFileRequests, actions, owned),
    routes(app: FastifyInstance): void {
      fileRequestsRoutes(app, platform, { fileRequests, owned })
      uploaderFormRoutes(app, { storage, authorizer: httpAuthorizer, uploaders, uploads })
      uploaderRemoteUploadRoutes(app, platform, { ...remote, authorizer: httpAuthorizer, uploads })
      uploaderRoutes(app, platform, {
        storage,
        authorizer: httpAuthorizer,
        uploaders,
        publicFileRequests,
        actions,
        uploads,
        fileRequests,
        receipts,
      })
    },
  }
}
