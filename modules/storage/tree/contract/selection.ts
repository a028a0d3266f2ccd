import {
  array,
  boolean,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { ItemRef, maxItemsPerCall } from './item.ts'

/**
 * All items of a folder except some: “select all” includes items that the client never loaded. `view` names the
 * listing; `parent_id` is null for its root.
 */
export const Selection = object({
  view: oneOf(['files', 'trash']),
  parent_id: nullable(uuid()),
  except: array(uuid(), { maxItems: maxItemsPerCall }),
  /** Trash only: items trashed by one call, by the `deleted_at` of its response, so that the call can be undone. */
  deleted_at: optional(timestamp()),
  /**
   * Leaves out later items, by `meta.until` of the list or `until` of the summary of the trash: at the root of the trash
   * items trashed later, in a folder items created in it or moved into it later.
   */
  until: optional(timestamp()),
})
export type Selection = Static<typeof Selection>

/** Target items of a call: a list or a selection. The service rejects both and neither (422). */
export const itemsOrSelection = {
  items: optional(array(ItemRef, { minItems: 1, maxItems: maxItemsPerCall })),
  selection: optional(Selection),
}

/**
 * Target items of a call that places them in folders. `action_id`: a UUID that all calls of one action have when its items
 * take several; names of items that its other calls placed are numbered, whatever `on_conflict` says.
 */
export const itemsToPlace = { ...itemsOrSelection, action_id: optional(uuid()) }

/** Item of `/api/remove`, with its own `force_delete`. */
export const RemoveRef = object({ id: uuid(), type: string({ maxLength: 20 }), force_delete: optional(boolean()) })

/**
 * Resolution of name conflicts in the target folder. Files: `replace` trashes the existing file, `skip` leaves the
 * incoming file where it is, `keep-both` and `merge` number the incoming name. Folders: `keep-both` numbers the name; all
 * others merge the folders and resolve conflicts inside in the same way. `ask`: 409 `name-conflict` when a name is taken.
 */
export const onConflictChoices = ['ask', 'replace', 'skip', 'keep-both', 'merge'] as const
export type OnConflict = (typeof onConflictChoices)[number]
export const onConflict = () => optional(oneOf(onConflictChoices))
