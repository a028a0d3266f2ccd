/** Realtime event: the content of a folder has changed, by another tab, person or job (API.md D30). */
export const itemsChanged = 'items-changed'

export interface ItemsChanged {
  /** Null is the owner's root. */
  parent_id: string | null
  /** So many folders have changed that they are not named one by one. */
  everything?: boolean
}

/** Realtime event: previews that files in a folder waited for are there, or will never be. Same shape. */
export const thumbnailsMade = 'thumbnails-made'
