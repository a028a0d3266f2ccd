import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import { ItemEntity } from '../../tree/index.ts'
import { maxCommentLength } from '../contract.ts'

const time = () => p.datetime().columnType('timestamptz')

/** Comments on files and folders. */
export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'item_comments',
  indexes: [
    {
      name: 'item_comments_item_index',
      expression: 'create index item_comments_item_index on item_comments (item_id, created_at desc, id desc)',
    },
    { name: 'item_comments_author_index', properties: ['authorId', 'createdAt', 'id'] },
    {
      name: 'item_comments_deleted_at_index',
      expression:
        'create index item_comments_deleted_at_index on item_comments (deleted_at) where deleted_at is not null',
    },
    { name: 'item_comments_merged_from_index', properties: ['mergedFrom'], where: 'merged_from is not null' },
  ],
  checks: [{ name: 'item_comments_body_check', expression: `char_length(body) between 1 and ${maxCommentLength}` }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    itemId: () => p.manyToOne(ItemEntity).mapToPk().fieldName('item_id').deleteRule('cascade').updateRule('no action'),
    /** Null: the account was deleted. */
    authorId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .fieldName('author_id')
      .nullable()
      .deleteRule('set null')
      .updateRule('no action'),
    body: p.text(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    editedAt: time().fieldName('edited_at').nullable(),
    /** Deleted; the row is removed an hour later, until when it can be restored. */
    deletedAt: time().fieldName('deleted_at').nullable(),
    /** The folder on which it was written, when that was merged into this one: the undo returns it. */
    mergedFrom: p.uuid().fieldName('merged_from').nullable(),
    /** Deleted by its author, else by the owner of the item: only that one may restore it. */
    deletedByAuthor: p.boolean().fieldName('deleted_by_author').default(false),
  },
})
