import type { Platform } from '../../platform/index.ts'
import { displayName } from '../../users/index.ts'
import type { SharingDeps } from './deps.ts'
import type { LinkTokens } from './link-tokens.ts'
import type { Mails } from './services/mails.ts'
import { shareKeyPrefix } from './services/share-access.ts'
import type { ShareLinks } from './services/share-links.ts'
import { sharePath } from './share-link.resource.ts'

interface EventHandlersDeps extends Pick<SharingDeps, 'users' | 'storage'> {
  shareLinks: ShareLinks
  tokens: LinkTokens
  mails: Mails
}

/** What happens after a link was created, sent, changed, downloaded or revoked. */
export const registerEventHandlers = ({ events }: Platform, deps: EventHandlersDeps): void => {
  const { users, storage, shareLinks, tokens, mails } = deps
  const sendLink = async ({ ownerId, shareId, emails }: { ownerId: string; shareId: string; emails: string[] }) => {
    if (emails.length === 0) return
    const [owner, share] = await Promise.all([users.accounts.byId(ownerId), shareLinks.byId(ownerId, shareId)])
    if (!owner || !share) return
    const path = sharePath(share.slug ?? tokens.decrypt(share.token_encrypted))
    for (const to of emails) await mails.link(to, { owner: displayName(owner), item: share.item_name, path })
  }
  events.on('sharing.link.created', sendLink)
  events.on('sharing.link.sent', sendLink)
  for (const name of ['sharing.link.created', 'sharing.link.changed', 'sharing.link.revoked'] as const)
    events.on(name, (event) => storage.changed(event))
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
