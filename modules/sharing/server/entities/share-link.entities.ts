import { defineEntity, p } from '@mikro-orm/core'
import { ItemEntity } from '../../../storage/index.ts'
import { UserEntity } from '../../../users/index.ts'

const time = () => p.datetime().columnType('timestamptz')
const shareId = () => p.manyToOne(ShareLinkEntity).mapToPk().fieldName('share_id').deleteRule('cascade')

/** A link to one item. It is found by its token's SHA-256; the encrypted token is there to show the link to its owner. */
export const ShareLinkEntity = defineEntity({
  name: 'ShareLink',
  tableName: 'shares',
  indexes: [
    {
      name: 'shares_former_token_hash_unique',
      expression:
        'create unique index shares_former_token_hash_unique on shares (former_token_hash) where former_token_hash is not null',
    },
    { name: 'shares_item_id_index', properties: ['itemId'] },
    { name: 'shares_expires_at_index', properties: ['expiresAt'], where: 'expires_at is not null' },
    {
      name: 'shares_owner_id_index',
      expression: 'create index shares_owner_id_index on shares (owner_id, created_at desc, id)',
    },
  ],
  checks: [
    { name: 'shares_permission_check', expression: "permission in ('visitor', 'editor')" },
    { name: 'shares_max_downloads_check', expression: 'max_downloads > 0' },
    { name: 'shares_notify_on_download_check', expression: "notify_on_download in ('never', 'first', 'each')" },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    itemId: p.manyToOne(ItemEntity).mapToPk().fieldName('item_id').deleteRule('cascade'),
    tokenHash: p.blob().$type<Buffer>().fieldName('token_hash').unique('shares_token_hash_unique'),
    tokenEncrypted: p.blob().$type<Buffer>().fieldName('token_encrypted'),
    /** Hash of the token that was lost with its APP_KEY: the URL with it goes on opening the link. */
    formerTokenHash: p.blob().$type<Buffer>().fieldName('former_token_hash').nullable(),
    slug: p.text().nullable().unique('shares_slug_unique'),
    label: p.text().nullable(),
    permission: p.text().$type<'visitor' | 'editor'>(),
    passwordHash: p.text().fieldName('password_hash').nullable(),
    /** Incremented with each change of the password, which invalidates earlier unlock cookies (A11). */
    passwordVersion: p.integer().fieldName('password_version').default(0),
    /** As the owner chose it; `expiresAt` is enforced. */
    expiresInHours: p.integer().fieldName('expires_in_hours').nullable(),
    expiresAt: time().fieldName('expires_at').nullable(),
    allowDownload: p.boolean().fieldName('allow_download').default(true),
    maxDownloads: p.integer().fieldName('max_downloads').nullable(),
    allowIndexing: p.boolean().fieldName('allow_indexing').default(false),
    requireEmailCode: p.boolean().fieldName('require_email_code').default(false),
    notifyOnDownload: p.text().$type<'never' | 'first' | 'each'>().fieldName('notify_on_download').default('never'),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    updatedAt: time().fieldName('updated_at').defaultRaw('now()'),
  },
})

/** An email the link was sent to. With `require_email_code` only recipients open it, each by an emailed code. */
export const ShareRecipientEntity = defineEntity({
  name: 'ShareRecipient',
  tableName: 'share_recipients',
  uniques: [{ name: 'share_recipients_email_unique', properties: ['shareId', 'email'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    shareId,
    email: p.text(),
    codeHash: p.blob().$type<Buffer>().fieldName('code_hash').nullable(),
    codeExpiresAt: time().fieldName('code_expires_at').nullable(),
    /** Not used; versions before `RateLimiter` counted wrong codes here. */
    wrongCodes: p.integer().fieldName('wrong_codes').default(0),
    lockedUntil: time().fieldName('locked_until').nullable(),
    verifiedAt: time().fieldName('verified_at').nullable(),
    /** When the mail server rejected the recipient's email at the last sending of the link. */
    undeliveredAt: time().fieldName('undelivered_at').nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
  },
})

/** Visits, downloads and uploads. Rows are appended; only a download's progress is updated. A trigger keeps the totals. */
export const ShareAccessLogEntity = defineEntity({
  name: 'ShareAccessLog',
  tableName: 'share_access_log',
  indexes: [
    {
      name: 'share_access_log_share_index',
      expression: 'create index share_access_log_share_index on share_access_log (share_id, id desc)',
    },
    {
      name: 'share_access_log_downloads_index',
      properties: ['shareId', 'visitor'],
      where: "action = 'downloaded'",
    },
    {
      name: 'share_access_log_visits_index',
      expression:
        "create index share_access_log_visits_index on share_access_log (share_id, visitor, occurred_at desc) where action = 'opened'",
    },
    { name: 'share_access_log_occurred_at_index', properties: ['occurredAt'] },
    { name: 'share_access_log_reserved_index', properties: ['shareId'], where: 'reserved_until is not null' },
  ],
  checks: [{ name: 'share_access_log_action_check', expression: "action in ('opened', 'downloaded', 'uploaded')" }],
  properties: {
    id: p.bigint('number').primary().autoincrement().columnType('bigint'),
    /** Not a foreign key: the rows of a deleted link are deleted by a job. A trigger requires the link of a new row. */
    shareId: p.uuid().fieldName('share_id'),
    occurredAt: time().fieldName('occurred_at').defaultRaw('now()'),
    action: p.text().$type<'opened' | 'downloaded' | 'uploaded'>(),
    /** Identifies a browser across its requests, never a person. Empty: visitors that are only counted. */
    visitor: p.text(),
    /** Browsers the row stands for; above one only where `visitor` is empty. */
    visitorCount: p.integer().fieldName('visitor_count').default(1),
    recipient: p.text().nullable(),
    itemId: p.uuid().fieldName('item_id').nullable(),
    itemName: p.text().fieldName('item_name').nullable(),
    bytes: p.bigint('number').default(0),
    completed: p.boolean().default(false),
    /** ETag of the file or archive that is downloaded. */
    etag: p.text().nullable(),
    /** Running transfers of a download. A killed process leaves some behind, until `reserved_until`. */
    activeTransfers: p.integer().fieldName('active_transfers').default(0),
    /** Size of the whole download, and the bytes of it that running transfers still have to send. */
    totalBytes: p.bigint('number').fieldName('total_bytes').nullable(),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    /** Until then a running download counts towards `max_downloads`; null: it is complete, or reserves nothing. */
    reservedUntil: time().fieldName('reserved_until').nullable(),
    ip: p.text().nullable(),
  },
})

/** Totals of a link's log, deleted rows included: the sum of up to 16 rows, of which each visit adds to one. */
export const ShareAccessTotalsEntity = defineEntity({
  name: 'ShareAccessTotals',
  tableName: 'share_access_totals',
  properties: {
    /** As in the log. */
    shareId: p.uuid().fieldName('share_id').primary(),
    shard: p.smallint().primary(),
    opened: p.bigint('number').default(0),
    /** Completed ones. */
    downloads: p.bigint('number').default(0),
    /** Parts that were sent of downloads that are not complete: 0.5 is half of one. */
    partial: p.decimal().columnType('numeric').default(0),
  },
})

/** A link that was deleted, until a job has deleted its log and its totals. A trigger on `shares` adds it. */
export const DeletedShareEntity = defineEntity({
  name: 'DeletedShare',
  tableName: 'deleted_shares',
  properties: { id: p.uuid().primary() },
})
