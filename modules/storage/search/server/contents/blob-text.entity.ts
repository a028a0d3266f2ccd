import { defineEntity, p } from '@mikro-orm/core'
import { BlobEntity } from '../../../tree/index.ts'

/** The words of a content, for the search (decision 0050). Rows are made after uploads, by a job. */
export const BlobTextEntity = defineEntity({
  name: 'BlobText',
  tableName: 'blob_texts',
  indexes: [
    {
      name: 'blob_texts_words_index',
      expression:
        'create index blob_texts_words_index on blob_texts using gin (words) with (gin_pending_list_limit = 512)',
    },
    {
      name: 'blob_texts_unread_index',
      expression: `create index blob_texts_unread_index on blob_texts (status, created_at desc) where status <> 'ready'`,
    },
    { name: 'blob_texts_created_at_index', properties: ['createdAt'] },
  ],
  checks: [{ name: 'blob_texts_status_check', expression: "status in ('pending', 'ready', 'failed')" }],
  properties: {
    blobId: () =>
      p.manyToOne(BlobEntity).mapToPk().primary().fieldName('blob_id').deleteRule('cascade').updateRule('no action'),
    /** The account of the items and versions with this content, which is one: copies keep the owner. */
    ownerId: p.uuid().fieldName('owner_id'),
    status: p.text().default('pending'),
    /** Failed attempts at reading the file. */
    attempts: p.smallint().default(0),
    /** A pending file is not read before this time. */
    dueAt: p.datetime().columnType('timestamptz').fieldName('due_at').defaultRaw('now()'),
    /** When the content was stored, as in `blobs`. */
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at'),
    /** Words without positions, each with the tag of the owner (`words.ts`). */
    words: p.type('string').columnType('tsvector').nullable(),
  },
})
