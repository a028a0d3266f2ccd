/** Realtime event: another tab, user or job changed the content of a folder (D30). */
export const itemsChanged = 'items-changed'

export interface ItemsChanged {
  /** Null is the owner's root. */
  parent_id: string | null
  /** True: too many folders changed to name each of them. */
  everything?: boolean
}

/** Realtime event: the account's favorites, or their order, were changed in another tab. Without data. */
export const favoritesChanged = 'favorites-changed'

/** Realtime event: pending thumbnails in a folder were made, or failed. Same shape as `items-changed`. */
export const thumbnailsMade = 'thumbnails-made'
