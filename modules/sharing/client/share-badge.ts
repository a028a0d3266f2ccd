import type { Item } from '../../storage/contract.ts'
import type { ShareLink } from '../contract.ts'

/** What lists tell of an item's links: the newest one, and how many there are. */
export interface ShareBadge {
  data: ShareLink
  meta: { links: number }
}

export const sharedItemsPath = '/platform/my-shared-items'

export const shareBadgeOf = ({ relationships }: Item): ShareBadge | null =>
  (relationships.shared as ShareBadge | undefined) ?? null

/** The mark of an item with these links, newest first; undefined when none of them opens any more. */
export const shareBadgeFor = (links: readonly ShareLink[], now: number): ShareBadge | undefined => {
  const open = links.filter(({ attributes: { expires_at } }) => expires_at === null || Date.parse(expires_at) > now)
  const [data] = open
  return data && { data, meta: { links: open.length } }
}
