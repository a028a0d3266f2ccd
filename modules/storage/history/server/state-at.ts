/** SQL: key of an item's folder in the history: the folder, or the owner's id for the root. */
export const folderKey = (item: string): string => `coalesce(${item}.parent_id, ${item}.owner_id)`

/**
 * SQL: the state `was` of the item `item` at the time `at`, where it has changed since: folder_id, name, trashed, content, created_at.
 * `join lateral … on true`; `left`: all of its columns are null where nothing has changed.
 */
export const stateAt = (item: string, at: string): string =>
  `lateral (
    select h.folder_id, h.name, h.trashed, h.content, h.created_at from item_history h
    where h.item_id = ${item} and h.changed_at > ${at} order by h.changed_at, h.id limit 1
  ) was`

/** SQL: the row `h` of the history is the first one of its item behind `at`, that is the item's state at that time. */
export const isFirstAfter = (h: string, at: string): string =>
  `not exists (select from item_history e where e.item_id = ${h}.item_id and e.changed_at > ${at}
    and (e.changed_at, e.id) < (${h}.changed_at, ${h}.id))`

/** SQL: the item `i` is not where `was` was, or not under its name. */
export const isMisplaced = `(i.trashed_at is not null or i.merged_by is not null or ${folderKey('i')} <> was.folder_id
  or i.name collate "C" <> was.name collate "C")`
