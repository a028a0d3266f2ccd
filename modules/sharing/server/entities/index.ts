import { defineEntity, p } from '@mikro-orm/core'
import { RequestGuest, RequestItem, UploadRequest } from './requests.ts'

const time = () => p.datetime().columnType('timestamptz')
const owningShare = () => p.manyToOne(Share).mapToPk().fieldName('share_id').deleteRule('cascade')

/** A link to one item. Of its token only the SHA-256 is looked up; the sealed copy is for the owner's eyes. */
export const Share = defineEntity({
  name: 'Share',
  tableName: 'shares',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: p.uuid().fieldName('owner_id'),
    itemId: p.uuid().fieldName('item_id'),
    tokenHash: p.blob().fieldName('token_hash').unique('shares_token_hash_unique'),
    tokenSealed: p.blob().fieldName('token_sealed'),
    slug: p.text().nullable().unique('shares_slug_unique'),
    label: p.text().nullable(),
    permission: p.text().$type<'visitor' | 'editor'>(),
    passwordHash: p.text().fieldName('password_hash').nullable(),
    /** Goes up with each change of the password: what was unlocked before is locked again (A11). */
    passwordVersion: p.integer().fieldName('password_version').default(0),
    /** Hours, as the person chose them; `expiresAt` is what counts. */
    expireIn: p.integer().fieldName('expire_in').nullable(),
    expiresAt: time().fieldName('expires_at').nullable(),
    allowDownload: p.boolean().fieldName('allow_download').default(true),
    maxDownloads: p.integer().fieldName('max_downloads').nullable(),
    allowIndexing: p.boolean().fieldName('allow_indexing').default(false),
    verifyRecipients: p.boolean().fieldName('verify_recipients').default(false),
    notify: p.text().$type<'never' | 'first' | 'each'>().default('never'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    updatedAt: time().fieldName('updated_at').defaultRaw('now()'),
  },
})

/** An address a link was sent to; with `verify_recipients` only these open it, by a code. */
export const ShareRecipient = defineEntity({
  name: 'ShareRecipient',
  tableName: 'share_recipients',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    shareId: owningShare,
    email: p.text(),
    codeHash: p.blob().fieldName('code_hash').nullable(),
    codeExpiresAt: time().fieldName('code_expires_at').nullable(),
    wrongCodes: p.integer().fieldName('wrong_codes').default(0),
    lockedUntil: time().fieldName('locked_until').nullable(),
    verifiedAt: time().fieldName('verified_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** Append-only but for the end of a download: who opened, downloaded, uploaded what. */
export const ShareAccess = defineEntity({
  name: 'ShareAccess',
  tableName: 'share_access',
  properties: {
    id: p.bigint('number').primary().autoincrement().columnType('bigint'),
    shareId: owningShare,
    at: time().defaultRaw('now()'),
    kind: p.text().$type<'opened' | 'downloaded' | 'uploaded'>(),
    /** Names a browser across its requests, never a person. */
    visitor: p.text(),
    /** Browsers that this line stands for; more than one only where they were too many to be told apart. */
    people: p.integer().default(1),
    recipient: p.text().nullable(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    itemName: p.text().fieldName('item_name').nullable(),
    bytes: p.bigint('number').default(0),
    completed: p.boolean().default(false),
    /** Of an archive: its ETag. */
    archive: p.text().nullable(),
    /** Transfers of a download that are under way; a killed process may leave some, until `slot_until`. */
    open: p.integer().default(0),
    /** Of a download: bytes of the whole, and of what was asked for and is on its way. */
    totalBytes: p.bigint('number').fieldName('total_bytes').nullable(),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    /** A download under way holds one of `max_downloads` until then; null: it holds none, or is complete. */
    slotUntil: time().fieldName('slot_until').nullable(),
    address: p.text().nullable(),
  },
})

export const sharingEntities = [Share, ShareRecipient, ShareAccess, UploadRequest, RequestGuest, RequestItem]
