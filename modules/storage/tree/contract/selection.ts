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
 * “Everything in this folder but …”: how select-all reaches items that were never loaded.
 * `view` names the listing; `parent_id` is null for its root.
 */
export const Selection = object({
  view: oneOf(['files', 'trash']),
  parent_id: nullable(uuid()),
  except: array(uuid(), { maxItems: maxItemsPerCall }),
  /** Trash only: what went there in that one deed (`deleted_at` of its answer), so that it can be undone. */
  deleted_at: optional(timestamp()),
})
export type Selection = Static<typeof Selection>

/** Fields that say which items: a list, or a selection; exactly one of them, which the service checks (422). */
export const itemsOrSelection = {
  items: optional(array(ItemRef, { minItems: 1, maxItems: maxItemsPerCall })),
  selection: optional(Selection),
}

/** As `/api/remove` takes them (PRODUCT.md §7): `force_delete` beside each item. */
export const RemoveRef = object({ id: uuid(), type: string({ maxLength: 20 }), force_delete: optional(boolean()) })

/**
 * What becomes of items whose name is taken where they go. Files: `replace` brings the one that is there to the trash, `skip`
 * leaves the one that comes where it is, `keep-both` numbers it. Under `replace`, `skip` and `merge` folders of one name
 * become one, and the same holds for what meets inside; under `merge` files are numbered.
 */
export const onConflictChoices = ['replace', 'skip', 'keep-both', 'merge'] as const
export type OnConflict = (typeof onConflictChoices)[number]
export const onConflict = () => optional(oneOf(onConflictChoices))
