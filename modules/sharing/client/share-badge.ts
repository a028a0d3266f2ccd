import type { Item } from '../../storage/contract.ts'
import type { LinkAudience, ShareLink } from '../contract.ts'

/** An item's links in lists: the newest one, and their number. */
export interface ShareBadge {
  data: ShareLink
  /** `audience`: of the most open link, as the server has computed it. */
  meta: { links: number; audience?: LinkAudience }
}

export const sharedItemsPath = '/platform/my-shared-items'
export const requestsPath = '/platform/requests'

export const shareBadgeOf = ({ relationships }: Item): ShareBadge | null =>
  (relationships.shared as ShareBadge | undefined) ?? null

/** The item's links, if its badge shows all of them. Expired links have no badge. */
export const knownLinks = (item: Item): readonly ShareLink[] | undefined => {
  const badge = shareBadgeOf(item)
  if (!badge) return []
  return badge.meta.links === 1 ? [badge.data] : undefined
}

/** The badge for these links, newest first; undefined when all have expired. */
export const shareBadgeFor = (links: readonly ShareLink[]): ShareBadge | undefined => {
  const open = links.filter(({ attributes }) => !attributes.expired)
  const [data] = open
  return data && { data, meta: { links: open.length } }
}
