export { refusalOf } from './client/api-error.ts'
export { probeBytes, type Trouble, troubleOf } from './client/fetch-error.ts'
export { createListing, type ListingStore, type Page, type Placed, pageSize } from './client/listing.ts'
export {
  type AddedView,
  hrefOf,
  isAdded,
  isGathered,
  type Place,
  placeOf,
  samePlace,
  type View,
} from './client/location.ts'
export { createSelection, type Picked, type SelectionStore } from './client/selection.store.ts'
export { addressOf, glyphOf, isFavourite } from './ui/item.ts'
export { ownGesture } from './ui/own-gesture.ts'
