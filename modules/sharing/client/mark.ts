import type { Item } from '../../storage/contract.ts'
import type { Share } from '../contract.ts'

/** What lists tell of an item's links: the newest one, and how many there are. */
export interface SharedMark {
  data: Share
  meta: { links: number }
}

export const sharedList = '/platform/my-shared-items'

export const markOf = ({ relationships }: Item): SharedMark | null =>
  (relationships.shared as SharedMark | undefined) ?? null

/** The mark of an item with these links, newest first; undefined when none of them opens any more. */
export const markFor = (links: readonly Share[], now: number): SharedMark | undefined => {
  const open = links.filter(({ attributes: { expires_at } }) => expires_at === null || Date.parse(expires_at) > now)
  const [data] = open
  return data && { data, meta: { links: open.length } }
}
