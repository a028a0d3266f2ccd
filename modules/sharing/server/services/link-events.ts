import type { Scope } from '../../../storage/index.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'

/** Payload of the events about changed and revoked links of one owner. */
export const linksEvent = (scope: Scope, shares: readonly OwnedShareLinkRow[]) => ({
  ownerId: scope.ownerId,
  shareIds: shares.map(({ id }) => id),
  itemIds: shares.map(({ item_id }) => item_id),
  parentIds: [...new Set(shares.map(({ parent_id }) => parent_id))],
  socketId: scope.actor.socketId ?? null,
})
