import { sql } from 'kysely'
import type { Db, Jobs, Tx } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import { type Account, displayName, type Users } from '../../../users/index.ts'
import { closeIdleAfterHours } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import type { FileRequestRow, UploaderRow } from '../file-request.row.ts'
import type { FileRequestAccess } from './file-request-access.ts'
import type { FileRequestUploaders } from './file-request-uploaders.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { ShareMails } from './mails.ts'

interface ReceiptsDeps {
  db: Db
  jobs: Jobs
  users: Pick<Users, 'accounts'>
  uploaders: Pick<FileRequestUploaders, 'sent'>
  mails: Pick<ShareMails, 'confirmation'>
  mailRateLimit: MailRateLimit
}

interface Receipt {
  fileRequest: Pick<FileRequestRow, 'id' | 'title' | 'name'>
  owner: Account
  uploader: Pick<UploaderRow, 'id' | 'email' | 'locale'>
}

/** Emails to uploaders that confirm everything they have sent: when they submit, or a while after the last file. */
export class UploadReceipts {
  private readonly deps: ReceiptsDeps
  constructor(deps: ReceiptsDeps) {
    this.deps = deps
  }

  /** Ends this uploader's answer: notifies the owner now, and sends the receipt. Resolves with whether it is sent. */
  async submit(access: FileRequestAccess): Promise<boolean> {
    const { db, jobs } = this.deps
    const { id, last_upload_at } = access.uploader
    if (!last_upload_at) throw sharingErrors.fail('nothing-sent')
    const isSent = await db.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .builder<SharingTables>()
        .updateTable('file_request_uploaders')
        .set({ submitted_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('submitted_at', 'is', null)
        .executeTakeFirst()
      // Only another file begins the answer again: otherwise further emails would get receipts of the same files.
      return numUpdatedRows > 0n && this.send(tx, access)
    })
    await jobs.add('send-digests', {}, { key: `send-digests:${id}` })
    return isSent
  }

  /** Queues and counts the receipt in `tx`. False, and no receipt, without an email, without files, or beyond the limit. */
  private async send(tx: Tx, { fileRequest, owner, uploader }: Receipt): Promise<boolean> {
    const { uploaders, mails, mailRateLimit } = this.deps
    const { sent: count, bytes } = await uploaders.sent(uploader, tx)
    const { email, locale } = uploader
    if (!email || count === 0 || !(await mailRateLimit.takeConfirmation(fileRequest.id, email, tx))) return false
    const title = fileRequest.title ?? fileRequest.name
    await mails.confirmation(email, { title, count, bytes, owner: displayName(owner), locale }, tx)
    return true
  }

  /** Many close the page instead of submitting. Queued again for later files, so that one receipt covers all of them. */
  async sendWhenIdle(tx: Tx, uploaderId: string): Promise<void> {
    const options = { tx, key: `receipt:${uploaderId}`, delayMs: closeIdleAfterHours * hourMs }
    await this.deps.jobs.add('send-idle-receipt', { uploaderId }, options)
  }

  /** Job: the receipt of an uploader who has not submitted since. */
  async sendIdle({ uploaderId }: { uploaderId: string }): Promise<void> {
    const { db, users } = this.deps
    const row = await db
      .builder<SharingTables>()
      .selectFrom('file_request_uploaders as u')
      .innerJoin('file_requests as r', 'r.id', 'u.request_id')
      .select(['u.email', 'u.locale', 'r.id', 'r.title', 'r.name', 'r.owner_id'])
      .where('u.id', '=', uploaderId)
      .where('u.submitted_at', 'is', null)
      .executeTakeFirst()
    const owner = row && (await users.accounts.byId(row.owner_id))
    if (!row || !owner) return
    const uploader = { id: uploaderId, email: row.email, locale: row.locale }
    await db.transaction((tx) => this.send(tx, { fileRequest: row, owner, uploader }))
  }
}
