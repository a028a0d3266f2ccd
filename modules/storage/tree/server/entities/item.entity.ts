import { defineEntity, p } from '@mikro-orm/core'
import { minLargeFileBytes } from '../../contract.ts'
import { BlobEntity } from './blob.entity.ts'

const active = 'trashed_at is null'
/** The query of a listing has these words too, else it cannot use its index. */
const trashed = 'trashed_at is not null and merged_by is null'

/** Items in folders of other accounts. Most items are not among them, and their uploads do not write the index. */
export const foreignCreator = 'creator_id <> owner_id'

const orders = { name: 'name', created: 'createdAt', size: 'size', kind: 'kind' } as const
type Sorted = (typeof orders)[keyof typeof orders]

const index = (
  name: string,
  properties: ('id' | 'ownerId' | 'creatorId' | 'parentId' | 'isFolder' | 'trashedAt' | 'blobId' | Sorted)[],
) => ({
  name: `items_${name}_index`,
  properties,
})

const atRoot = `${active} and parent_id is null`
const inFolder = `${active} and parent_id is not null`

/** An index per order of folders, roots and the trash: pages are read from it without sorting (services/sorting.ts). */
const listIndexes = Object.entries(orders).flatMap(([order, column]) => [
  { ...index(`child_${order}`, ['parentId', 'isFolder', column, 'id']), where: inFolder },
  { ...index(`root_${order}`, ['ownerId', 'isFolder', column, 'id']), where: atRoot },
  { ...index(`trash_${order}`, ['ownerId', 'isFolder', column, 'id']), where: trashed },
])

/** Index for the order by the last change. */
const changeIndex = (name: string, head: string, where: string) =>
  `create index items_${name}_updated_index
    on items (${head}, is_folder, coalesce(modified_at, updated_at), id) where ${where}`

const expressions = {
  items_child_updated_index: changeIndex('child', 'parent_id', inFolder),
  items_root_updated_index: changeIndex('root', 'owner_id', atRoot),
  items_trash_updated_index: changeIndex('trash', 'owner_id', trashed),
  items_recent_index: `create index items_recent_index
    on items (owner_id, created_at, id) include (parent_id) where not is_folder and ${active}`,
  items_largest_index: `create index items_largest_index
    on items (owner_id, size desc) where not is_folder and ${active} and size >= ${minLargeFileBytes}`,
  items_search_index: `create index items_search_index on items
    using gin (search_keys(owner_id, id, is_folder, kind, name)) with (gin_pending_list_limit = 512) where ${active}`,
  items_merged_index: `create index items_merged_index on items (owner_id, merged_by) where merged_by is not null`,
  items_name_unique: `create unique index items_name_unique
    on items ((case when ${active} then coalesce(parent_id, owner_id) end), hashtextextended(name, 0))`,
}

/** Files and folders. `trashedAt` is set on the root of a trashed tree only. */
export const ItemEntity = defineEntity({
  name: 'Item',
  tableName: 'items',
  indexes: [
    ...listIndexes,
    { ...index('trash_deleted', ['ownerId', 'isFolder', 'trashedAt', 'id']), where: trashed },
    { ...index('trash_retention', ['trashedAt', 'id']), where: trashed },
    { ...index('folder_tree', ['ownerId', 'parentId']), where: `is_folder and ${active}` },
    index('parent', ['parentId', 'isFolder']),
    index('blob_id', ['blobId']),
    { ...index('foreign_creator', ['creatorId', 'id']), where: foreignCreator },
    ...Object.entries(expressions).map(([name, expression]) => ({ name, expression })),
  ],
  checks: [
    { name: 'items_size_check', expression: 'size >= 0' },
    {
      name: 'items_kind_check',
      expression: "kind in ('folder', 'image', 'video', 'audio', 'document', 'other')",
    },
    { name: 'items_not_own_parent', expression: 'parent_id is distinct from id' },
    {
      name: 'items_folder_key_check',
      expression: 'folder_key is not distinct from case when is_folder then id end',
    },
    { name: 'items_merged_is_folder', expression: 'is_folder or merged_by is null' },
    { name: 'items_file_has_blob', expression: 'is_folder = (blob_id is null)' },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    /**
     * No foreign key: an index over all items of an owner would be written by each upload, and tempt the planner to read a
     * large account for a few ids. Triggers enforce the same: the owner of an item in the root exists, and an account
     * that has items is not deleted (`keep_item_owner`). Items below have the owner of their parent.
     */
    ownerId: p.uuid().fieldName('owner_id'),
    /**
     * No foreign key either: `clearCreator` clears it when the account is deleted. Null of a visitor and of a deleted
     * account.
     */
    creatorId: p.uuid().fieldName('creator_id').nullable(),
    parentId: () =>
      p
        .manyToOne(ItemEntity)
        .mapToPk()
        .targetKey('folderKey')
        .fieldName('parent_id')
        .nullable()
        .deleteRule('no action'),
    isFolder: p.boolean().fieldName('is_folder'),
    /**
     * The id of a folder, null of a file; set by a trigger. Foreign keys to folders refer to this column: PostgreSQL then
     * checks none of them when it deletes a file, which saves two thirds of a purge.
     */
    folderKey: p.uuid().fieldName('folder_key').nullable().unique('items_folder_key_unique'),
    name: p.text().collation('natural_name'),
    kind: p.text(),
    size: p.bigint('number').default(0),
    blobId: () => p.manyToOne(BlobEntity).mapToPk().fieldName('blob_id').nullable().deleteRule('no action'),
    color: p.text().nullable(),
    emoji: p.json().nullable(),
    childCount: p.integer().fieldName('child_count').default(0),
    trashedAt: p.datetime().columnType('timestamptz').fieldName('trashed_at').nullable(),
    /**
     * Operation whose restore merged this folder and emptied it: hidden until that is undone, then it is in the trash again.
     */
    mergedBy: p.uuid().fieldName('merged_by').nullable(),
    /**
     * The action (`actionOf`) that moved, copied or restored the item into its folder: not a name conflict for the rest of
     * it.
     */
    placedBy: p.uuid().fieldName('placed_by').nullable(),
    /** When a move or a restore put the item into its folder; null where it was created there. */
    placedAt: p.datetime().columnType('timestamptz').fieldName('placed_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
    modifiedAt: p.datetime().columnType('timestamptz').fieldName('modified_at').nullable(),
  },
})
