export { apiErrorOf } from './client/api-error.ts'
export { type FetchError, fetchErrorOf, probeFile } from './client/fetch-error.ts'
export { createListing, type ListingStore } from './client/listing.ts'
export {
  type ExtensionSection,
  hrefOf,
  isExtensionSection,
  isFlatSection,
  locationOf,
  type Section,
  type SectionLocation,
  sameLocation,
} from './client/location.ts'
export { type ItemPage, pageSize } from './client/page-loader.ts'
export { randomUuid } from './client/random-uuid.ts'
export type { IndexedItem } from './client/rows.ts'
export { createSelection, type SelectedRows, type SelectionStore } from './client/selection.store.ts'
export { captureTouchMove, isPinchZoomed } from './ui/capture-touch-move.ts'
export { changedAt, iconKindOf, isFavorite, itemHref } from './ui/item.ts'
