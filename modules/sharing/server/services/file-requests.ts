import { type InsertObject, sql, type Updateable } from 'kysely'
import type { Audit, Db, Executor, Tx } from '../../../platform/index.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { CreateFileRequest, FileRequestFilters, UpdateFileRequest } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import {
  currentStatus,
  type OwnedFileRequestRow,
  ownedFileRequests,
  requestColumns,
  statusByTerms,
  statusNow,
} from '../file-request.row.ts'
import { fileRequestFilter } from '../file-request-filter.ts'
import { type RequestCursor, type RequestOrder, requestKeys } from '../file-request-order.ts'
import type { LinkTokens } from '../link-tokens.ts'
import { validEmails } from '../validate-email.ts'
import { type FileRequestLookup, fileRequestKeyPrefix } from './file-request-access.ts'
import { auditFileRequest, auditFileRequestChange } from './file-request-audit.ts'
import { fileRequestChangesOf, parseDeadline } from './file-request-changes.ts'
import type { FileRequestNotifications } from './file-request-notifications.ts'

interface FileRequestsDeps {
  db: Db
  storage: StorageApi
  tokens: LinkTokens
  audit: Audit
  notifications: FileRequestNotifications
}

/** File requests as their owner creates, changes and closes them. */
export class FileRequests {
  private readonly deps: FileRequestsDeps
  constructor(deps: FileRequestsDeps) {
    this.deps = deps
  }

  /** Ids out of `folders` whose files are visible to everyone with the link of an upload request. */
  async visibleFolders(ownerId: string, folders: readonly string[]): Promise<string[]> {
    const rows = await this.deps.db.query<{ folder_id: string }>(
      `select distinct r.folder_id from file_requests r
       where r.owner_id = $1 and r.folder_id = any($2::uuid[]) and r.visibility = 'all' and ${currentStatus} = 'active'`,
      [ownerId, folders],
      'sharing.visible-folders',
    )
    return rows.map(({ folder_id }) => folder_id)
  }

  /** 404 for a folder that is not the owner's, 422 for a deadline in the past or an invalid email. */
  async create(scope: Scope, input: CreateFileRequest): Promise<OwnedFileRequestRow> {
    const folder = input.folder_id ? await this.deps.storage.browse.activeRow(scope, input.folder_id) : null
    if (folder && !folder.is_folder) throw sharingErrors.fail('request-not-found')
    const emails = validEmails([...(input.email ? [input.email] : []), ...(input.emails ?? [])])
    const { hash, encrypted } = this.deps.tokens.create()
    const changes = (await fileRequestChangesOf(this.deps.db, input)) as Partial<
      InsertObject<SharingTables, 'file_requests'>
    >
    const values: InsertObject<SharingTables, 'file_requests'> = {
      auto_close: true,
      ...changes,
      owner_id: scope.ownerId,
      token_hash: hash,
      token_encrypted: encrypted,
      parent_id: folder?.id ?? null,
      emails: sql<string[]>`${JSON.stringify(emails)}::jsonb`,
    }
    return this.deps.db.transaction(async (tx) => {
      const { id } = await tx
        .builder<SharingTables>()
        .insertInto('file_requests')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      const created = await this.load(tx, scope.ownerId, id)
      await auditFileRequest(this.deps.audit, tx, scope.actor.userId, 'created', created)
      emitChanged(tx, created, scope.actor.socketId)
      await this.deps.notifications.invite(tx, created, emails)
      return created
    })
  }

  /** Up to `count` requests in this order: after a row, or else from an offset on. */
  list(
    ownerId: string,
    order: RequestOrder,
    filters: FileRequestFilters,
    { count, after, offset }: { count: number; after: Pick<RequestCursor, 'key' | 'id'> | null; offset: number },
  ): Promise<(OwnedFileRequestRow & { sort_key: string })[]> {
    const { value, text, bind } = requestKeys[order.sort]
    const [direction, beyond] = order.direction === 'ASC' ? (['asc', '>'] as const) : (['desc', '<'] as const)
    const requests = ownedFileRequests(this.deps.db, ownerId)
      .select(sql.raw<string>(text).as('sort_key'))
      .where(fileRequestFilter(filters))
    const from = after
      ? requests.where(
          sql<boolean>`(${sql.raw(value)}, r.id) ${sql.raw(beyond)} (${bind(after.key)}, ${after.id}::uuid)`,
        )
      : requests.offset(offset)
    return from.orderBy(sql.raw(value), direction).orderBy('r.id', direction).limit(count).execute()
  }

  /** How many of the owner's requests there are. */
  async count(ownerId: string, filters: FileRequestFilters): Promise<number> {
    const { total } = await this.deps.db
      .builder<SharingTables>()
      .selectFrom('file_requests as r')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('r.owner_id', '=', ownerId)
      .where(fileRequestFilter(filters))
      .executeTakeFirstOrThrow()
    return total
  }

  /** An expired request is open again when its new deadline or grace period has time left. */
  async update(scope: Scope, token: string, input: UpdateFileRequest): Promise<OwnedFileRequestRow> {
    const changes = await fileRequestChangesOf(this.deps.db, input)
    return this.deps.db.transaction(async (tx) => {
      const { id } = await this.find(tx, scope.ownerId, token, { forUpdate: true })
      const before = await this.load(tx, scope.ownerId, id)
      await write(tx, id, changes)
      await tx
        .builder<SharingTables>()
        .updateTable('file_requests as r')
        .set({ status: 'active', closed_at: null })
        .where('r.id', '=', id)
        .where('r.status', '=', 'expired')
        .where(statusByTerms, '=', 'active')
        .execute()
      return this.loadChanged(tx, scope, before)
    })
  }

  /** Removes a deadline in the past unless a new one is given. */
  async reopen(scope: Scope, token: string, expiresAt: string | null | undefined): Promise<OwnedFileRequestRow> {
    const deadline = await parseDeadline(this.deps.db, expiresAt ?? null, 'expires_at')
    return this.deps.db.transaction(async (tx) => {
      const { id, has_time_left } = await this.find(tx, scope.ownerId, token, { forUpdate: true })
      const before = await this.load(tx, scope.ownerId, id)
      const keepsDeadline = expiresAt === undefined && has_time_left
      await write(tx, id, {
        status: 'active',
        closed_at: null,
        auto_close: false,
        ...(keepsDeadline ? {} : { expires_at: deadline }),
      })
      return this.loadChanged(tx, scope, before)
    })
  }

  /** Deletes the link and ends running uploads; received files stay. */
  async revoke(scope: Scope, token: string): Promise<void> {
    const id = await this.deps.db.transaction(async (tx) => {
      const fileRequest = await this.find(tx, scope.ownerId, token, { forUpdate: true })
      const revoked = await this.load(tx, scope.ownerId, fileRequest.id)
      await auditFileRequest(this.deps.audit, tx, scope.actor.userId, 'revoked', revoked)
      // The records of its uploaders and of all files received are deleted with it.
      await tx.setStatementTimeout(120_000)
      await tx.builder<SharingTables>().deleteFrom('file_requests').where('id', '=', fileRequest.id).execute()
      emitChanged(tx, fileRequest, scope.actor.socketId)
      return fileRequest.id
    })
    await this.endUploads(scope.ownerId, id)
  }

  /** Closes it for everybody. `socketId`: of the owner's tab, which shows the change already. */
  async closeByOwner({ fileRequest }: FileRequestLookup, socketId: string | null): Promise<void> {
    await this.close(fileRequest, fileRequest.owner_id, async (tx) => emitChanged(tx, fileRequest, socketId))
  }

  /** Closes it for everybody and notifies the owner. 403 where the owner does not allow it (D20). */
  async closeByUploader({ fileRequest }: FileRequestLookup): Promise<void> {
    if (!fileRequest.allow_uploader_close) throw sharingErrors.fail('close-not-allowed')
    await this.close(fileRequest, null, async (tx) => {
      emitChanged(tx, fileRequest)
      await this.deps.notifications.closed(tx, fileRequest)
    })
  }

  private async close(
    fileRequest: FileRequestLookup['fileRequest'],
    actorId: string | null,
    report: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      const closed = await tx
        .builder<SharingTables>()
        .updateTable('file_requests')
        .set({ status: 'closed', closed_at: sql<Date>`now()` })
        .where('id', '=', fileRequest.id)
        .where('status', '=', 'active')
        .returning('id')
        .executeTakeFirst()
      if (!closed) return
      await auditFileRequestChange(this.deps.audit, tx, actorId, fileRequest, { ...fileRequest, status: 'closed' })
      await report(tx)
    })
    await this.endUploads(fileRequest.owner_id, fileRequest.id)
  }

  /** Job: closes requests past their deadline or idle for too long, and notifies owners whose request received files. */
  async closeDue(): Promise<void> {
    const closed = await this.deps.db.transaction(async (tx) => {
      const rows = await tx
        .builder<SharingTables>()
        .updateTable('file_requests as r')
        .set({ status: statusNow, closed_at: sql<Date>`now()` })
        .where('r.status', '=', 'active')
        .where(statusNow, '<>', 'active')
        .returning(['r.status', ...requestColumns.map((column) => `r.${column}` as const)])
        .execute()
      for (const row of rows) {
        await auditFileRequestChange(this.deps.audit, tx, null, { ...row, status: 'active' }, row)
        emitChanged(tx, row)
        if (row.received_files > 0) await this.deps.notifications.closed(tx, row)
      }
      return rows
    })
    for (const { owner_id, id } of closed) await this.endUploads(owner_id, id)
  }

  async show(scope: Scope, token: string): Promise<OwnedFileRequestRow> {
    const { id } = await this.find(this.deps.db, scope.ownerId, token)
    return this.load(this.deps.db, scope.ownerId, id)
  }

  private async endUploads(ownerId: string, id: string): Promise<void> {
    const { remote, uploads } = this.deps.storage
    await remote.cancelAll(ownerId, fileRequestKeyPrefix(id))
    await uploads.cancellation.cancelAll(ownerId, fileRequestKeyPrefix(id))
  }

  private async find(executor: Executor, ownerId: string, token: string, { forUpdate = false } = {}) {
    const row = await executor
      .builder<SharingTables>()
      .selectFrom('file_requests')
      .select(['id', 'owner_id', 'parent_id', sql<boolean>`coalesce(expires_at > now(), false)`.as('has_time_left')])
      .where('owner_id', '=', ownerId)
      .where('token_hash', '=', this.deps.tokens.hashOf(token))
      .$if(forUpdate, (query) => query.forUpdate())
      .executeTakeFirst()
    if (!row) throw sharingErrors.fail('request-not-found')
    return row
  }

  private async loadChanged(tx: Tx, scope: Scope, before: OwnedFileRequestRow): Promise<OwnedFileRequestRow> {
    const changed = await this.load(tx, scope.ownerId, before.id)
    await auditFileRequestChange(this.deps.audit, tx, scope.actor.userId, before, changed)
    emitChanged(tx, changed, scope.actor.socketId)
    return changed
  }

  private load(executor: Executor, ownerId: string, id: string): Promise<OwnedFileRequestRow> {
    return ownedFileRequests(executor, ownerId).where('r.id', '=', id).executeTakeFirstOrThrow()
  }
}

const write = async (tx: Tx, id: string, changes: Updateable<SharingTables['file_requests']>): Promise<void> => {
  await tx
    .builder<SharingTables>()
    .updateTable('file_requests')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Notifies the owner's other tabs after the commit: their lists show the request, or its folder. */
const emitChanged = (
  tx: Tx,
  row: Pick<OwnedFileRequestRow, 'id' | 'owner_id' | 'parent_id'>,
  socketId: string | null = null,
): void =>
  tx.emit('sharing.request.changed', {
    ownerId: row.owner_id,
    requestId: row.id,
    parentIds: [row.parent_id],
    socketId,
  })
