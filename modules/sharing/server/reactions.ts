import type { Platform } from '../../platform/index.ts'
import { displayName } from '../../users/index.ts'
import type { SharingDeps } from './deps.ts'
import { shareKeyPrefix } from './services/guard.ts'
import type { Mails } from './services/mails.ts'
import type { Shares } from './services/shares.ts'
import { pathOf } from './share.resource.ts'
import type { LinkTokens } from './tokens.ts'

interface ReactionDeps extends Pick<SharingDeps, 'users' | 'storage'> {
  shares: Shares
  tokens: LinkTokens
  mails: Mails
}

/** What happens elsewhere when a link is made, sent, changed, used or revoked. */
export const registerReactions = ({ events }: Platform, deps: ReactionDeps): void => {
  const { users, storage, shares, tokens, mails } = deps
  const sendLink = async ({ ownerId, shareId, emails }: { ownerId: string; shareId: string; emails: string[] }) => {
    if (emails.length === 0) return
    const [owner, share] = await Promise.all([users.accounts.byId(ownerId), shares.byId(ownerId, shareId)])
    if (!owner || !share) return
    const path = pathOf(share.slug ?? tokens.read(share.token_sealed))
    for (const to of emails) await mails.link(to, { owner: displayName(owner), item: share.item_name, path })
  }
  events.on('sharing.link.created', sendLink)
  events.on('sharing.link.sent', sendLink)
  for (const name of ['sharing.link.created', 'sharing.link.changed', 'sharing.link.revoked'] as const)
    events.on(name, (event) => storage.changed(event))
  // What came by a link and is not all here yet comes no more.
  events.on('sharing.link.revoked', async ({ ownerId, shareIds }) => {
    for (const id of shareIds) {
      await storage.remote.endAll(ownerId, shareKeyPrefix(id))
      await storage.uploads.ends.endAll(ownerId, shareKeyPrefix(id))
    }
  })
  // The owner's lists show how often a link was used.
  events.on('sharing.link.downloaded', async ({ ownerId, shareId }) => {
    const share = await shares.byId(ownerId, shareId)
    if (share) storage.changed({ ownerId, parentIds: [share.parent_id] })
  })
}
