import type { EventsOf } from '../../../platform/index.ts'

/** A parent as events name it: a folder's id, or null for the owner's root. */
export type ParentId = string | null

interface Cause {
  /** Socket of the tab that did it; null: not done in a tab. */
  socketId?: string | null
}

interface ItemEvent extends Cause {
  ownerId: string
  itemId: string
  parentId: ParentId
  actorId: string | null
}

interface ItemsEvent extends Cause {
  ownerId: string
  actorId: string | null
  /** Empty when a whole selection was meant (“all but …”): listen to the parents then. */
  itemIds: string[]
  /** Folders whose content changed, the root as null. */
  parentIds: ParentId[]
}

declare module '../../../platform/server/events.ts' {
  interface EventMap {
    'storage.file.created': ItemEvent
    'storage.folder.created': ItemEvent
    'storage.item.renamed': ItemEvent
    /** `parentIds` has the old parents and the new one. */
    'storage.items.moved': ItemsEvent & { toId: ParentId }
    'storage.items.trashed': ItemsEvent
    'storage.items.restored': ItemsEvent
    /** Copies came; `itemIds` are theirs. */
    'storage.items.copied': ItemsEvent
    /** Gone for good. */
    'storage.items.purged': ItemsEvent
    /** The preview of these bytes is there, or cannot be made. */
    'storage.thumbnail.settled': { blobId: string }
    /** The sizes of folders among these parents' children have changed. */
    'storage.folders.resized': Pick<ItemsEvent, 'ownerId' | 'parentIds'>
    /** Every address of a batch is done or has failed. `ownerId`: who asked for it. */
    'storage.remote-upload.completed': {
      ownerId: string
      batchId: string
      processed: number
      failed: number
      parentId: ParentId
    }
  }
}

/** Event → payload. */
export type StorageEvents = EventsOf<'storage'>
