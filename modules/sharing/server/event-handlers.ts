import type { Platform } from '../../platform/index.ts'
import type { SharingDeps } from './deps.ts'
import type { ShareLinks } from './services/share-links.ts'
import { shareKeyPrefix } from './services/share-scope.ts'

interface EventHandlersDeps extends Pick<SharingDeps, 'storage'> {
  shareLinks: ShareLinks
}

/** Handles events of links, which were created, changed, downloaded or revoked, and of changed file requests. */
export const registerSharingEventHandlers = ({ events }: Platform, deps: EventHandlersDeps): void => {
  const { storage, shareLinks } = deps
  for (const name of ['sharing.link.created', 'sharing.link.changed', 'sharing.link.revoked'] as const)
    events.on(name, (event) => storage.changed(event))
  // The owner's page of requests listens for changes of items.
  events.on('sharing.request.changed', (event) => storage.changed(event))
  // Running uploads of the link's visitors end with it.
  events.on('sharing.link.revoked', async ({ ownerId, shareIds }) => {
    for (const id of shareIds) {
      await storage.remote.cancelAll(ownerId, shareKeyPrefix(id))
      await storage.uploads.cancellation.cancelAll(ownerId, shareKeyPrefix(id))
    }
  })
  // The owner's lists show the number of downloads.
  events.on('sharing.link.downloaded', async ({ ownerId, shareId }) => {
    const share = await shareLinks.byId(ownerId, shareId)
    if (share) storage.changed({ ownerId, parentIds: [share.parent_id] })
  })
}
