import type { Scope } from '../../../storage/index.ts'
import type { ShareLinkRow } from '../share-link.row.ts'
import { lockShare, type ShareGrant } from './lock-share.ts'

/** The shared item and, of a folder, everything below it; quota and usage are the owner's. */
export const shareScope = (share: ShareLinkRow, visitor: string, recipient: string | null = null): Scope => {
  const grant: ShareGrant = {
    kind: 'share',
    share: share.id,
    version: share.password_version,
    visitor,
    recipient,
    address: null,
  }
  return {
    root: share.item_id,
    ownerId: share.owner_id,
    actor: { userId: null, key: `${shareKeyPrefix(share.id)}${visitor}`, group: shareKeyPrefix(share.id) },
    permission: share.permission,
    grant,
    lockPermission: (tx) => lockShare(tx, grant),
  }
}

/** The scope with the client's IP, in the form that the link's access log may store (`AccessLog.loggableIp`). */
export const withClientIp = (scope: Scope, ip: string | null): Scope =>
  scope.grant ? { ...scope, grant: { ...scope.grant, address: ip } } : scope

/** Prefix of the actor keys of all visitors of a link. */
export const shareKeyPrefix = (shareId: string): string => `share:${shareId}:`
