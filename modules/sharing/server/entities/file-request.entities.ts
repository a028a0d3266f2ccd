import { defineEntity, p } from '@mikro-orm/core'
import { folderReference } from '../../../storage/index.ts'
import { UserEntity } from '../../../users/index.ts'
import type { AcceptedType, FileRequestVisibility } from '../../contract.ts'

const time = () => p.datetime().columnType('timestamptz')
const folder = <Column extends string>(column: Column) => folderReference(column).nullable().deleteRule('set null')
const requestId = () => p.manyToOne(FileRequestEntity).mapToPk().fieldName('request_id').deleteRule('cascade')

/** A link by which people without an account send files to its owner. */
export const FileRequestEntity = defineEntity({
  name: 'FileRequest',
  tableName: 'file_requests',
  indexes: [
    {
      name: 'file_requests_former_token_hash_unique',
      expression:
        'create unique index file_requests_former_token_hash_unique on file_requests (former_token_hash) where former_token_hash is not null',
    },
    {
      name: 'file_requests_owner_id_index',
      expression: 'create index file_requests_owner_id_index on file_requests (owner_id, created_at desc, id desc)',
    },
    { name: 'file_requests_active_index', properties: ['id'], where: "status = 'active'" },
    {
      name: 'file_requests_emails_index',
      expression: `create index file_requests_emails_index on file_requests using gin (emails jsonb_path_ops)
        where status = 'active'`,
    },
    { name: 'file_requests_folder_id_index', properties: ['folderId'] },
    { name: 'file_requests_parent_id_index', properties: ['parentId'] },
  ],
  checks: [
    { name: 'file_requests_status_check', expression: "status in ('active', 'closed', 'expired')" },
    { name: 'file_requests_visibility_check', expression: "visibility in ('own', 'none', 'all')" },
    { name: 'file_requests_grace_minutes_check', expression: 'grace_minutes >= 0' },
    { name: 'file_requests_max_file_size_check', expression: 'max_file_size > 0' },
    { name: 'file_requests_max_files_check', expression: 'max_files > 0' },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    tokenHash: p.blob().$type<Buffer>().fieldName('token_hash').unique('file_requests_token_hash_unique'),
    tokenEncrypted: p.blob().$type<Buffer>().fieldName('token_encrypted'),
    /** Hash of the token that was lost with its APP_KEY: the URL with it goes on opening the link. */
    formerTokenHash: p.blob().$type<Buffer>().fieldName('former_token_hash').nullable(),
    /** Where the request's folder is created; null: the owner's root. */
    parentId: folder('parent_id'),
    /** Receives the files; created with the first one. */
    folderId: folder('folder_id'),
    name: p.text().nullable(),
    title: p.text().nullable(),
    message: p.text().nullable(),
    emails: p.json<string[]>().columnType('jsonb').default('[]'),
    /** As last written; a deadline may have passed since (`currentStatus` of file-request.row.ts). */
    status: p.text().$type<'active' | 'closed' | 'expired'>().default('active'),
    expiresAt: time().fieldName('expires_at').nullable(),
    /** No deadline was chosen: expires unanswered after days, or closes hours after the last upload. */
    autoClose: p.boolean().fieldName('auto_close').default(false),
    graceMinutes: p.integer().fieldName('grace_minutes').default(0),
    maxFileSize: p.bigint('number').fieldName('max_file_size').nullable(),
    maxFiles: p.integer().fieldName('max_files').nullable(),
    acceptedTypes: p.json<AcceptedType[]>().columnType('jsonb').fieldName('accepted_types').nullable(),
    requireName: p.boolean().fieldName('require_name').default(false),
    requireEmail: p.boolean().fieldName('require_email').default(false),
    folderPerUploader: p.boolean().fieldName('folder_per_uploader').default(false),
    visibility: p.text().$type<FileRequestVisibility>().default('own'),
    allowUploaderClose: p.boolean().fieldName('allow_uploader_close').default(true),
    receivedFiles: p.integer().fieldName('received_files').default(0),
    receivedBytes: p.bigint('number').fieldName('received_bytes').default(0),
    /** When a file was complete, or at most a minute before a chunk of one arrived. */
    lastUploadAt: time().fieldName('last_upload_at').nullable(),
    closedAt: time().fieldName('closed_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    updatedAt: time().fieldName('updated_at').defaultRaw('now()'),
  },
})

/** One browser that answers one request. Only the SHA-256 of its cookie is stored. */
export const FileRequestUploaderEntity = defineEntity({
  name: 'FileRequestUploader',
  tableName: 'file_request_uploaders',
  indexes: [
    { name: 'file_request_uploaders_request_id_index', properties: ['requestId'] },
    { name: 'file_request_uploaders_folder_id_index', properties: ['folderId'] },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    requestId,
    tokenHash: p.blob().$type<Buffer>().fieldName('token_hash').unique('file_request_uploaders_token_hash_unique'),
    name: p.text().nullable(),
    email: p.text().nullable(),
    /** The language of the page on which they gave their name and email. */
    locale: p.text().nullable(),
    /** Their own folder, with `folder_per_uploader`. */
    folderId: folder('folder_id'),
    lastUploadAt: time().fieldName('last_upload_at').nullable(),
    submittedAt: time().fieldName('submitted_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** Which uploader sent an item. The row outlives the item, so that the request's counts stay correct. */
export const FileRequestItemEntity = defineEntity({
  name: 'FileRequestItem',
  tableName: 'file_request_items',
  indexes: [
    { name: 'file_request_items_request_id_index', properties: ['requestId'] },
    { name: 'file_request_items_uploader_id_index', properties: ['uploaderId', 'receivedAt'] },
    {
      name: 'file_request_items_unnotified_index',
      expression:
        'create index file_request_items_unnotified_index on file_request_items (uploader_id) where digest_id is null and not is_folder',
    },
    {
      name: 'file_request_items_removed_index',
      expression:
        'create index file_request_items_removed_index on file_request_items (request_id) where removed_at is not null and not is_folder',
    },
  ],
  properties: {
    itemId: p.uuid().primary().fieldName('item_id'),
    requestId,
    uploaderId: p.manyToOne(FileRequestUploaderEntity).mapToPk().fieldName('uploader_id').deleteRule('cascade'),
    isFolder: p.boolean().fieldName('is_folder'),
    size: p.bigint('number').default(0),
    late: p.boolean().default(false),
    receivedAt: time().fieldName('received_at').defaultRaw('now()'),
    removedAt: time().fieldName('removed_at').nullable(),
    /** The queued notification of the owner that counts this file; nil: it is there; null: none counts it yet. */
    digestId: p.uuid().fieldName('digest_id').nullable(),
    /** The name the uploader gave it, and is shown. */
    sentName: p.text().collation('natural_name').fieldName('sent_name').nullable(),
    /** Content that was sent; null for folders and for files of earlier versions. */
    blobId: p.uuid().fieldName('blob_id').nullable(),
  },
})
