import type { Item } from '../../../storage/contract.ts'
import type { ShareLinksStore } from '../../client/share-links.store.ts'
import type { ShareLink } from '../../contract.ts'

/** What each part of the sheet is about. */
export interface SectionProps {
  links: ShareLinksStore
  link: ShareLink
  item: Item
}
