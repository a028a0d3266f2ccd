import type { Item } from '../../../storage/contract.ts'
import type { ShareLinksStore } from '../../client/share-links.store.ts'
import type { ShareLink } from '../../contract.ts'

/** Props of the dialog's sections. */
export interface ShareSectionProps {
  links: ShareLinksStore
  link: ShareLink
  item: Item
}
