import type { Db, Jobs, Platform, Tx } from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'
import { type Account, displayName, normalEmail, type Users } from '../../../users/index.ts'
import { fileRequestPath } from '../../contract.ts'
import type { SharingEvents } from '../events.ts'
import { currentStatus, type OwnedFileRequestRow } from '../file-request.row.ts'
import type { LinkTokens } from '../link-tokens.ts'
import { uploaderOfKey } from './file-request-access.ts'
import { completeDigest, type FileRequestDigest, takeDigests } from './file-request-digests.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { ShareMails } from './mails.ts'
import type { UploadReceipts } from './upload-receipts.ts'

/** An uploader from whom nothing arrived for so long counts as having submitted: many close the page instead. */
const idleMinutes = 5
const batchSize = 100

interface FileRequestNotificationsDeps {
  db: Db
  jobs: Jobs
  users: Pick<Users, 'accounts'>
  openUploads: Pick<StorageApi['openUploads'], 'receiving'>
  tokens: LinkTokens
  mails: ShareMails
  mailRateLimit: MailRateLimit
  receipts: Pick<UploadReceipts, 'sendWhenIdle'>
  i18n: Platform['i18n']
  settings: Platform['settings']
}

/** Invitations by email, and one notification of the owner per uploader. */
export class FileRequestNotifications {
  private readonly deps: FileRequestNotificationsDeps
  constructor(deps: FileRequestNotificationsDeps) {
    this.deps = deps
  }

  /** After the commit, mails a new request to its emails and notifies accounts among them. 429 above the owner's limit. */
  async invite(tx: Tx, fileRequest: OwnedFileRequestRow, emails: readonly string[]): Promise<void> {
    if (emails.length === 0) return
    const { users, tokens, mails, mailRateLimit } = this.deps
    await mailRateLimit.take(fileRequest.owner_id, emails, tx)
    const requestId = fileRequest.id
    const owner = await users.accounts.byId(fileRequest.owner_id, tx)
    if (!owner) return
    const path = fileRequestPath(tokens.decrypt(fileRequest.token_encrypted))
    const values = { owner: displayName(owner), message: fileRequest.message ?? '' }
    for (const email of emails) {
      await mails.request(email, values, path, tx)
      const account = await users.accounts.byEmail(email, tx)
      tx.emit('sharing.request.invited', { userId: account?.id ?? null, requestId, owner: values.owner })
    }
  }

  /** Open requests that were sent to the email of an account, as payloads of `sharing.request.invited`; oldest first. */
  async sentTo({ id, email }: Pick<Account, 'id' | 'email'>): Promise<SharingEvents['sharing.request.invited'][]> {
    const rows = await this.deps.db.query<Pick<Account, 'first_name' | 'last_name' | 'email'> & { id: string }>(
      `select r.id, o.first_name, o.last_name, o.email from file_requests r join user_summaries o on o.id = r.owner_id
       where r.emails @> $1::jsonb and r.status = 'active' and ${currentStatus} = 'active'
       order by r.created_at desc, r.id limit ${batchSize}`,
      [JSON.stringify([normalEmail(email)])],
      'sharing.requests-sent-to',
    )
    return rows.map((row) => ({ userId: id, requestId: row.id, owner: displayName(row) })).reverse()
  }

  /** Paths of the links of these requests, by id; without deleted ones. */
  async paths(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.deps.db.query<{ id: string; token_encrypted: Buffer }>(
      'select id, token_encrypted from file_requests where id = any($1::uuid[])',
      [ids],
      'sharing.request-paths',
    )
    const { tokens } = this.deps
    return new Map(rows.map(({ id, token_encrypted }) => [id, fileRequestPath(tokens.decrypt(token_encrypted))]))
  }

  /** Queues one job per uploader who submitted or is idle, in the transaction that marks the files that it counts. */
  async sendDue(): Promise<void> {
    const { db, jobs, openUploads } = this.deps
    // Who is sending a large file is not idle, however long ago the last one was complete.
    const uploading = (await openUploads.receiving('request', idleMinutes)).map(uploaderOfKey)
    for (;;) {
      const count = await db.transaction(async (tx) => {
        const rows = await takeDigests(tx, { uploading, idleMinutes, limit: batchSize })
        for (const digest of rows) await jobs.add('send-request-digest', digest, { tx })
        return rows.length
      })
      if (count < batchSize) return
    }
  }

  /**
   * Emits the owner's notification and queues the receipt of an uploader who has not submitted, who may still give an email,
   * in one transaction. This module mails nothing to the owner: `notifications` does, if the owner wants it.
   */
  async sendDigest(digest: FileRequestDigest): Promise<void> {
    const { db, users, receipts } = this.deps
    await db.transaction(async (tx) => {
      const sent = await completeDigest(tx, digest)
      const owner = sent && (await users.accounts.byId(sent.owner_id, tx))
      if (!owner) return
      const t = await this.translatorFor(owner)
      tx.emit('sharing.request.received', {
        ownerId: owner.id,
        requestId: sent.request_id,
        folderId: sent.folder_id,
        from: sent.uploader_name ?? sent.email ?? t('sharing:request.anonymous'),
        title: sent.title ?? sent.name ?? t('sharing:request.untitled'),
        count: sent.files,
        late: sent.late,
      })
      if (!sent.submitted_at) await receipts.sendWhenIdle(tx, digest.uploaderId)
    })
  }

  /** Notifies the owner that an uploader, or a deadline, has closed a request, when `tx` is committed. */
  async closed(
    tx: Tx,
    {
      id,
      owner_id,
      folder_id,
      title,
      name,
    }: Pick<OwnedFileRequestRow, 'id' | 'owner_id' | 'folder_id' | 'title' | 'name'>,
  ): Promise<void> {
    const owner = await this.deps.users.accounts.byId(owner_id, tx)
    if (!owner) return
    const t = await this.translatorFor(owner)
    tx.emit('sharing.request.closed', {
      ownerId: owner.id,
      requestId: id,
      folderId: folder_id,
      title: title ?? name ?? t('sharing:request.untitled'),
    })
  }

  private async translatorFor({ locale }: Account) {
    const { i18n, settings } = this.deps
    return i18n.translator(i18n.localeOf(locale, await settings.get('language')))
  }
}
