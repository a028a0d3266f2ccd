import type { EventsOf } from '../../../platform/index.ts'
import type { Scope } from './scope.ts'

/** A parent as events name it: a folder's id, or null for the owner's root. */
export type ParentId = string | null

/** Items that were added to a folder or left it; `itemIds`: up to three of them. */
export interface FolderChange {
  parentId: ParentId
  count: number
  itemIds: string[]
}

interface Cause {
  /** Socket of the tab that caused the event; null when no tab did. */
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
  /** Empty for selections (“all except”) and background operations: use `parentIds` then. */
  itemIds: string[]
  /** Folders whose content changed; null is the root. */
  parentIds: ParentId[]
}

/** `changes`: for each folder the items that the event is about. */
type FoldersEvent = ItemsEvent & { changes: FolderChange[] }

/** `excludedIds`: ids among these items and the items below them that another module lists instead of the root. */
type RelocationEvent = FoldersEvent & { excludedIds: string[] }

declare module '../../../platform/server/events.ts' {
  interface EventMap {
    /** `replaced`: the file existed, and has new content. */
    'storage.file.created': ItemEvent & { replaced?: boolean }
    'storage.folder.created': ItemEvent
    'storage.item.renamed': ItemEvent
    /** `parentIds`: the old parents and the new one. `changes`: entered folders; `left`: the old parents. */
    'storage.items.moved': RelocationEvent & { toId: ParentId; left: FolderChange[] }
    'storage.items.trashed': RelocationEvent
    'storage.items.restored': RelocationEvent
    /** `itemIds` are the ids of the copies. */
    'storage.items.copied': FoldersEvent
    /** Items were deleted permanently. */
    'storage.items.purged': ItemsEvent
    /** The thumbnails of a blob were made, or cannot be made. */
    'storage.thumbnail.settled': { blobId: string }
    /** The sizes of folders among these parents' children have changed. */
    'storage.folders.resized': Pick<ItemsEvent, 'ownerId' | 'parentIds'>
    /** Reported once for each administrator, when the backup before had succeeded. */
    'storage.backup.failed': { userId: string; reason: string }
    /** To each administrator: blobs of the backups are missing or damaged, of which some were written again. */
    'storage.backup.damaged': { userId: string; count: number; repaired: number }
    /** To each administrator: stored content is missing or damaged. */
    'storage.content.damaged': { userId: string; count: number }
    /** To each administrator: the clock has jumped, so that nothing is deleted because of its age for two days. */
    'storage.deletions.paused': { userId: string }
    /** Every URL of a batch was fetched or failed. `ownerId`: the account that requested the batch. */
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

type CausedBy = Pick<Scope, 'ownerId' | 'actor'>

const causeOf = ({ ownerId, actor }: CausedBy) => ({
  ownerId,
  actorId: actor.userId,
  socketId: actor.socketId ?? null,
})

/** Payload of an event about one item, caused by the caller of `scope`. */
export const itemEvent = (scope: CausedBy, itemId: string, parentId: ParentId): ItemEvent => ({
  ...causeOf(scope),
  itemId,
  parentId,
})

/** Payload of a `storage.items.*` event, caused by the caller of `scope`. `parentIds` may contain duplicates. */
export const itemsEvent = (
  scope: CausedBy,
  itemIds: readonly string[],
  parentIds: readonly ParentId[],
): ItemsEvent => ({ ...causeOf(scope), itemIds: [...itemIds], parentIds: [...new Set(parentIds)] })

/** Like `itemsEvent`, with the items of each folder. */
export const foldersEvent = (
  scope: CausedBy,
  itemIds: readonly string[],
  changes: readonly FolderChange[],
): FoldersEvent => ({
  ...itemsEvent(
    scope,
    itemIds,
    changes.map(({ parentId }) => parentId),
  ),
  changes: [...changes],
})

/** Columns of a `FolderChange`, over the rows `i` of items of one parent. */
export const changeColumns = `i.parent_id as "parentId", count(*)::int as count, (array_agg(i.id))[1:3] as "itemIds"`
