import { type ItemView, presentItem } from '../../storage/index.ts'
import { avatarUrls, publicName } from '../../users/index.ts'
import type { AccessEntry, Share, VisitedShare } from '../contract.ts'
import type { AccessRow } from './services/access-log.ts'
import type { Door } from './services/guard.ts'
import { asksOf } from './services/unlock.ts'
import type { OwnedShareRow } from './share.row.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/** Path of a link: by its own slug where it has one. */
export const pathOf = (slugOrToken: string): string => `/share/${slugOrToken}`

export const presentShare = (row: OwnedShareRow, token: string, appUrl: string): Share => ({
  id: row.id,
  type: 'shared',
  attributes: {
    item_id: row.item_id,
    type: row.is_folder ? 'folder' : 'file',
    token,
    slug: row.slug,
    link: `${appUrl}${pathOf(row.slug ?? token)}`,
    label: row.label,
    permission: row.permission,
    protected: row.password_hash !== null,
    expire_in: row.expire_in ?? 0,
    expires_at: iso(row.expires_at),
    download: row.allow_download,
    max_downloads: row.max_downloads,
    downloads: row.downloads,
    opened: row.opened,
    allow_indexing: row.allow_indexing,
    verify_recipients: row.verify_recipients,
    notify: row.notify,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  },
  relationships: { recipients: row.recipients },
})

/** What a visitor is shown: everything of an open link, of a locked one that it is locked (A10, A15). */
export const presentVisited = (door: Door, token: string, appUrl: string): VisitedShare => {
  const { share, item, owner, locked } = door
  const asks = asksOf(door)
  const link = `${appUrl}${pathOf(token)}`
  const attributes = { token, link, protected: asks.length > 0, locked, asks }
  if (locked) return { id: share.id, type: 'shared', attributes, relationships: {} }
  return {
    id: share.id,
    type: 'shared',
    attributes: {
      ...attributes,
      permission: share.permission,
      item_id: item.id,
      type: item.is_folder ? 'folder' : 'file',
      expire_in: share.expire_in ?? 0,
      expires_at: iso(share.expires_at),
      download: share.allow_download,
    },
    relationships: {
      item: { data: presentItem(item, viewOf(token, item.id)) },
      owner: { name: publicName(owner), color: owner.color, avatar: avatarUrls(owner.avatar) },
    },
  }
}

/** How items look through a link: addresses carry its token, nothing above the shared item is named. */
export const viewOf = (token: string, top: string): ItemView => ({ query: `share=${token}`, favourites: false, top })

export const presentAccess = (row: AccessRow): AccessEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  visitor: row.visitor.slice(0, 6),
  people: row.people,
  recipient: row.recipient,
  item: row.item_name === null ? null : { id: row.item_id, name: row.item_name },
  bytes: row.bytes,
  completed: row.completed,
  address: row.address,
})
