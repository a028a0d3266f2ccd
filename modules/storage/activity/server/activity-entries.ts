import type { AnyEvent } from '../../../platform/index.ts'
import type { FolderChange } from '../../tree/index.ts'
import type { ActivityAction } from '../contract.ts'
import type { ActivityEntry } from './record-activity.ts'

type Cause = Pick<ActivityEntry, 'ownerId' | 'actorId'>

const inFolders = (
  { ownerId, actorId }: Cause,
  action: ActivityAction,
  changes: readonly FolderChange[],
): ActivityEntry[] =>
  changes.map(({ parentId, count, itemIds }) => ({ ownerId, actorId, action, folderId: parentId, count, itemIds }))

const ofItem = (event: Cause & { itemId: string; parentId: string | null }, action: ActivityAction) =>
  inFolders(event, action, [{ parentId: event.parentId, count: 1, itemIds: [event.itemId] }])

/** Entries of the activity log that follow from an event. */
export const activityEntriesOf = ({ name, payload }: AnyEvent): ActivityEntry[] => {
  switch (name) {
    case 'storage.file.created':
      return ofItem(payload, payload.replaced ? 'replaced' : 'added')
    case 'storage.folder.created':
      return ofItem(payload, 'folder-created')
    case 'storage.item.renamed':
      return ofItem(payload, 'renamed')
    case 'storage.items.moved':
      return [
        ...inFolders(payload, 'moved-out', payload.left).map((entry) => ({
          ...entry,
          targetId: payload.toId ?? payload.ownerId,
        })),
        ...inFolders(payload, 'moved-in', payload.changes),
      ]
    case 'storage.items.trashed':
      return inFolders(payload, 'trashed', payload.changes)
    case 'storage.items.restored':
      return inFolders(payload, 'restored', payload.changes)
    case 'storage.items.copied':
      return inFolders(payload, 'added', payload.changes)
    default:
      return []
  }
}
