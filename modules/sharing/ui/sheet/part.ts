import type { Item } from '../../../storage/contract.ts'
import type { LinksStore } from '../../client/links.store.ts'
import type { Share } from '../../contract.ts'

/** What each part of the sheet is about. */
export interface PartProps {
  links: LinksStore
  link: Share
  item: Item
}
