import { defineEntity, p } from '@mikro-orm/core'

/**
 * State that an item had until `changedAt`. A trigger of `items` inserts rows; the jobs `purge-history` and `limit-history`
 * delete them. No foreign keys: rows outlive their items, and changing an item checks none.
 */
export const ItemHistoryEntity = defineEntity({
  name: 'ItemHistory',
  tableName: 'item_history',
  indexes: [
    { name: 'item_history_item_index', properties: ['itemId', 'changedAt', 'id'] },
    { name: 'item_history_folder_index', properties: ['ownerId', 'folderId', 'changedAt'] },
    {
      name: 'item_history_entered_index',
      properties: ['enteredId', 'changedAt'],
      where: 'entered_id is not null',
    },
    { name: 'item_history_changed_at_index', properties: ['changedAt'] },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    ownerId: p.uuid().fieldName('owner_id'),
    itemId: p.uuid().fieldName('item_id'),
    /** Its folder; the owner's id: the root. */
    folderId: p.uuid().fieldName('folder_id'),
    /** Folder that the change put it into, active; null where it stayed in its folder or went to the trash. */
    enteredId: p.uuid().fieldName('entered_id').nullable(),
    name: p.text(),
    /** The item itself was in the trash. */
    trashed: p.boolean(),
    /** SHA-256 of its content; null of a folder. */
    content: p.blob().nullable(),
    /** When the item itself was created. */
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at'),
    changedAt: p.datetime().columnType('timestamptz').fieldName('changed_at').defaultRaw('clock_timestamp()'),
  },
})

/** Time since which the history has each change. One row. */
export const ItemHistoryStartEntity = defineEntity({
  name: 'ItemHistoryStart',
  tableName: 'item_history_start',
  checks: [{ name: 'item_history_start_only_row', expression: 'only_row' }],
  properties: {
    onlyRow: p.boolean().primary().fieldName('only_row').default(true),
    since: p.datetime().columnType('timestamptz'),
  },
})

/** Time since which the history of an account has each change, where its earliest part was deleted for its size. */
export const AccountHistoryStartEntity = defineEntity({
  name: 'AccountHistoryStart',
  tableName: 'account_history_starts',
  properties: {
    ownerId: p.uuid().primary().fieldName('owner_id'),
    since: p.datetime().columnType('timestamptz'),
  },
})
