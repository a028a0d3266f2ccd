import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'

/** An action on items that can be undone and may continue in the background. Its row is the source of truth. */
export const OperationEntity = defineEntity({
  name: 'Operation',
  tableName: 'operations',
  indexes: [
    { name: 'operations_actor_id_index', properties: ['actorId', 'createdAt'] },
    { name: 'operations_owner_id_index', properties: ['ownerId'] },
    { name: 'operations_running_index', properties: ['updatedAt'], where: "state = 'running'" },
    { name: 'operations_ended_index', properties: ['updatedAt'], where: "state <> 'running'" },
  ],
  checks: [
    {
      name: 'operations_kind_check',
      expression: "kind in ('copy', 'move', 'trash', 'restore', 'purge', 'extract', 'rewind', 'import')",
    },
    { name: 'operations_state_check', expression: "state in ('running', 'done', 'failed', 'cancelled')" },
    { name: 'operations_processed_check', expression: 'processed >= 0' },
    { name: 'operations_reserved_bytes_check', expression: 'reserved_bytes >= 0' },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    kind: p.text(),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    actorId: p.manyToOne(UserEntity).mapToPk().fieldName('actor_id').nullable().deleteRule('cascade'),
    scope: p.json(),
    input: p.json(),
    targetFolderId: p.uuid().fieldName('target_folder_id').nullable(),
    state: p.text().default('running'),
    processed: p.integer().default(0),
    total: p.integer().nullable(),
    /** Cursor of the list while it is being written. */
    listCursor: p.json().fieldName('list_cursor').nullable(),
    prepared: p.boolean().default(false),
    background: p.boolean().default(true),
    position: p.bigint('number').default(0),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    attempts: p.integer().default(0),
    error: p.text().nullable(),
    dismissed: p.boolean().default(false),
    result: p.json().nullable(),
    leftOut: p.json().fieldName('left_out').nullable(),
    imported: p.json().nullable(),
    /**
     * In milliseconds, as `Date` holds it: the `trashed_at` of items that the operation trashes, by which undo finds them.
     */
    createdAt: p
      .datetime()
      .columnType('timestamptz')
      .fieldName('created_at')
      .defaultRaw("date_trunc('milliseconds', now())"),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

/** Items of an operation in processing order; for copies the folders still to be copied, each with its cursor. */
export const OperationItemEntity = defineEntity({
  name: 'OperationItem',
  tableName: 'operation_items',
  indexes: [
    {
      name: 'operation_items_outcome_index',
      properties: ['operationId', 'itemId'],
      where: "outcome in ('merged', 'replaced')",
    },
    { name: 'operation_items_imported_index', properties: ['operationId', 'fromId'], where: "action = 'import'" },
    { name: 'operation_items_waiting_index', properties: ['operationId', 'position'], where: 'from_id is null' },
  ],
  checks: [
    { name: 'operation_items_outcome_check', expression: "outcome in ('merged', 'replaced', 'skipped')" },
    {
      name: 'operation_items_action_check',
      expression:
        "action in ('walk', 'walk-new', 'trash', 'place', 'leave', 'deleted', 'folder-deleted', 'moved-away', 'import')",
    },
  ],
  properties: {
    operationId: p
      .manyToOne(OperationEntity)
      .mapToPk()
      .primary()
      .fieldName('operation_id')
      .deleteRule('cascade')
      .updateRule('no action'),
    position: p.bigint('number').primary().generated('identity'),
    itemId: p.uuid().fieldName('item_id').nullable(),
    fromId: p.uuid().fieldName('from_id').nullable(),
    toId: p.uuid().fieldName('to_id').nullable(),
    outcome: p.text().nullable(),
    oldName: p.text().collation('natural_name').fieldName('old_name').nullable(),
    newName: p.text().collation('natural_name').fieldName('new_name').nullable(),
    /** `trashed_at` of the item when the list was written, with which the undo of a restore returns it to the trash. */
    trashedAt: p.datetime().columnType('timestamptz').fieldName('trashed_at').nullable(),
    afterId: p.uuid().fieldName('after_id').nullable(),
    afterKey: p.bigint('number').fieldName('after_key').nullable(),
    afterFolder: p.boolean().fieldName('after_folder').nullable(),
    /** Action of a restore to an earlier time, or why there can be none; `import`: `toId` stands for `fromId` of an export. */
    action: p.text().nullable(),
  },
})
