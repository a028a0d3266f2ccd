import { defineEntity, p } from '@mikro-orm/core'

/** A deed over many items that goes on after the answer. Its row is the truth; the job only works on it. */
export const Operation = defineEntity({
  name: 'Operation',
  tableName: 'operations',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    kind: p.text(),
    ownerId: p.uuid().fieldName('owner_id'),
    actorId: p.uuid().fieldName('actor_id').nullable(),
    scope: p.json(),
    input: p.json(),
    targetFolderId: p.uuid().fieldName('target_folder_id').nullable(),
    state: p.text().default('running'),
    processed: p.integer().default(0),
    total: p.integer().nullable(),
    prepared: p.boolean().default(false),
    background: p.boolean().default(true),
    position: p.bigint('number').default(0),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    attempts: p.integer().default(0),
    error: p.text().nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

/** Items of an operation in their order; for copies the folders still to be gone through, each with its cursor. */
export const OperationItem = defineEntity({
  name: 'OperationItem',
  tableName: 'operation_items',
  properties: {
    operationId: p.uuid().primary().fieldName('operation_id'),
    position: p.bigint('number').primary(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    fromId: p.uuid().fieldName('from_id').nullable(),
    toId: p.uuid().fieldName('to_id').nullable(),
    outcome: p.text().nullable(),
    oldName: p.text().fieldName('old_name').nullable(),
    newName: p.text().fieldName('new_name').nullable(),
    afterId: p.uuid().fieldName('after_id').nullable(),
    afterKey: p.bigint('number').fieldName('after_key').nullable(),
    afterFolder: p.boolean().fieldName('after_folder').nullable(),
  },
})
