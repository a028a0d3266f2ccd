import { toIso } from '../../shared/contract.ts'
import { type ItemPresentation, presentItem } from '../../storage/index.ts'
import { avatarUrls, publicName, shownEmail } from '../../users/index.ts'
import type { AccessLogEntry, PublicShareLink, ShareLink } from '../contract.ts'
import type { AccessLogRow } from './services/access-log.ts'
import { requiredFactors } from './services/required-factors.ts'
import type { ShareLookup } from './services/share-access.ts'
import { isLinkOpen, type OwnedShareLinkRow } from './share-link.row.ts'

/** Path of a link: with its slug where it has one. */
export const sharePath = (slugOrToken: string): string => `/share/${slugOrToken}`

export const presentShareLink = (row: OwnedShareLinkRow, token: string, appUrl: string): ShareLink => ({
  id: row.id,
  type: 'shared',
  attributes: {
    item_id: row.item_id,
    type: row.is_folder ? 'folder' : 'file',
    token,
    slug: row.slug,
    link: `${appUrl}${sharePath(row.slug ?? token)}`,
    label: row.label,
    permission: row.permission,
    protected: row.password_hash !== null,
    expire_in: row.expires_in_hours ?? 0,
    expires_at: toIso(row.expires_at),
    expired: !isLinkOpen(row),
    download: row.allow_download,
    max_downloads: row.max_downloads,
    downloads: row.downloads,
    opened: row.opened,
    allow_indexing: row.allow_indexing,
    require_email_code: row.require_email_code,
    notify_on_download: row.notify_on_download,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  },
  relationships: {
    recipients: row.recipients.map((recipient) => ({ ...recipient, email: shownEmail(recipient.email) })),
  },
})

/** For visitors: of an open link everything they need, of a locked one that it is locked (A10, A15). */
export const presentPublicShareLink = (lookup: ShareLookup, token: string, appUrl: string): PublicShareLink => {
  const { share, item, owner, locked } = lookup
  const factors = requiredFactors(lookup)
  const link = `${appUrl}${sharePath(token)}`
  const attributes = { token, link, protected: factors.length > 0, locked, required_factors: factors }
  if (locked) return { id: share.id, type: 'shared', attributes, relationships: {} }
  return {
    id: share.id,
    type: 'shared',
    attributes: {
      ...attributes,
      permission: share.permission,
      item_id: item.id,
      type: item.is_folder ? 'folder' : 'file',
      expire_in: share.expires_in_hours ?? 0,
      expires_at: toIso(share.expires_at),
      download: share.allow_download,
    },
    relationships: {
      item: { data: presentItem(item, sharePresentation(token, item.id)) },
      owner: { name: publicName(owner), color: owner.color, avatar: avatarUrls(owner.avatar) },
    },
  }
}

/** How items are presented to visitors: URLs carry the token, and no folder above the shared item is named. */
export const sharePresentation = (token: string, root: string): ItemPresentation => ({
  query: `share=${token}`,
  favorites: false,
  top: root,
})

export const presentAccessLogEntry = (row: AccessLogRow): AccessLogEntry => ({
  id: row.id,
  occurred_at: row.occurred_at.toISOString(),
  action: row.action,
  visitor: row.visitor.slice(0, 6),
  visitor_count: row.visitor_count,
  recipient: row.recipient,
  item: row.item_name === null ? null : { id: row.item_id, name: row.item_name },
  bytes: row.bytes,
  completed: row.completed,
  ip: row.ip,
})
