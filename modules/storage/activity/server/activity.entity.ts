import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import { folderReference } from '../../tree/index.ts'
import type { ActivityAction } from '../contract.ts'

const user = (column: string) => p.manyToOne(UserEntity).mapToPk().fieldName(column).updateRule('no action')

/** Actions of one kind by one actor in one folder, within an hour and one after the other. */
export const FolderActivityEntity = defineEntity({
  name: 'FolderActivity',
  tableName: 'folder_activity',
  indexes: [
    {
      name: 'folder_activity_location_index',
      expression:
        'create index folder_activity_location_index on folder_activity (coalesce(folder_id, owner_id), created_at desc, id desc)',
    },
    { name: 'folder_activity_folder_id_index', properties: ['folderId'] },
    { name: 'folder_activity_owner_id_index', properties: ['ownerId'] },
    { name: 'folder_activity_actor_id_index', properties: ['actorId'] },
    { name: 'folder_activity_created_at_index', properties: ['createdAt'] },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: user('owner_id').deleteRule('cascade'),
    /** Null: the owner's root. */
    folderId: folderReference('folder_id').nullable().deleteRule('cascade').updateRule('no action'),
    /** Null for visitors and deleted accounts. */
    actorId: user('actor_id').nullable().deleteRule('set null'),
    byVisitor: p.boolean().fieldName('by_visitor'),
    action: p.text().$type<ActivityAction>(),
    count: p.integer(),
    /** The first three items. */
    itemIds: p.array().columnType('uuid[]').fieldName('item_ids').$type<string[]>(),
    /** The folder that items were moved to; the owner's id: the root. */
    targetId: p.uuid().fieldName('target_id').nullable(),
    /** Time of the last action counted in this row; null: `created_at`. Not indexed, so that counting writes no index. */
    lastAt: p.datetime().columnType('timestamptz').fieldName('last_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
