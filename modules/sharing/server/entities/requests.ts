import { defineEntity, p } from '@mikro-orm/core'
import type { RequestStatus, RequestVisibility, WantedKind } from '../../contract.ts'

const time = () => p.datetime().columnType('timestamptz')
const owningRequest = () => p.manyToOne(UploadRequest).mapToPk().fieldName('request_id').deleteRule('cascade')

/** A link by which strangers send files to its owner. */
export const UploadRequest = defineEntity({
  name: 'UploadRequest',
  tableName: 'upload_requests',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: p.uuid().fieldName('owner_id'),
    tokenHash: p.blob().fieldName('token_hash').unique('upload_requests_token_hash_unique'),
    tokenSealed: p.blob().fieldName('token_sealed'),
    /** Where the folder is made; null: the owner's root. */
    parentId: p.uuid().fieldName('parent_id').nullable(),
    /** What the files go into; made at the first upload. */
    folderId: p.uuid().fieldName('folder_id').nullable(),
    name: p.text().nullable(),
    title: p.text().nullable(),
    notes: p.text().nullable(),
    emails: p.json<string[]>().columnType('jsonb').default('[]'),
    /** As it was set; time may have ended it since (`request.row.ts`). */
    status: p.text().$type<RequestStatus>().default('active'),
    expiresAt: time().fieldName('expires_at').nullable(),
    /** No end was chosen: it ends after days without an answer, or hours after the last upload. */
    endsByItself: p.boolean().fieldName('ends_by_itself').default(false),
    graceMinutes: p.integer().fieldName('grace_minutes').default(0),
    maxFileSize: p.bigint('number').fieldName('max_file_size').nullable(),
    maxFiles: p.integer().fieldName('max_files').nullable(),
    kinds: p.json<WantedKind[]>().columnType('jsonb').nullable(),
    requireName: p.boolean().fieldName('require_name').default(false),
    requireEmail: p.boolean().fieldName('require_email').default(false),
    folderPerUploader: p.boolean().fieldName('folder_per_uploader').default(false),
    visibility: p.text().$type<RequestVisibility>().default('own'),
    guestsMayClose: p.boolean().fieldName('guests_may_close').default(true),
    received: p.integer().default(0),
    receivedBytes: p.bigint('number').fieldName('received_bytes').default(0),
    lastUploadAt: time().fieldName('last_upload_at').nullable(),
    closedAt: time().fieldName('closed_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    updatedAt: time().fieldName('updated_at').defaultRaw('now()'),
  },
})

/** One browser that answers one request. Of its cookie only the SHA-256 is kept. */
export const RequestGuest = defineEntity({
  name: 'RequestGuest',
  tableName: 'request_guests',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    requestId: owningRequest,
    tokenHash: p.blob().fieldName('token_hash').unique('request_guests_token_hash_unique'),
    name: p.text().nullable(),
    email: p.text().nullable(),
    /** Their own folder, where the request makes one per uploader. */
    folderId: p.uuid().fieldName('folder_id').nullable(),
    lastUploadAt: time().fieldName('last_upload_at').nullable(),
    doneAt: time().fieldName('done_at').nullable(),
    /** Up to when the owner knows what they sent. */
    toldAt: time().fieldName('told_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** Who sent an item: what a guest may see and manage. Outlives the item, so that counts stay true. */
export const RequestItem = defineEntity({
  name: 'RequestItem',
  tableName: 'request_items',
  properties: {
    itemId: p.uuid().primary().fieldName('item_id'),
    requestId: owningRequest,
    guestId: p.manyToOne(RequestGuest).mapToPk().fieldName('guest_id').deleteRule('cascade'),
    isFolder: p.boolean().fieldName('is_folder'),
    size: p.bigint('number').default(0),
    late: p.boolean().default(false),
    receivedAt: time().fieldName('received_at').defaultRaw('now()'),
    removedAt: time().fieldName('removed_at').nullable(),
    /** What its guest called it; what they are shown. */
    sentName: p.text().fieldName('sent_name').nullable(),
  },
})
