import type { Db, Events, Jobs, Platform } from '../../../platform/index.ts'
import { displayName, type Users } from '../../../users/index.ts'
import type { LinkTokens } from '../tokens.ts'
import type { MailAllowance } from './mail-allowance.ts'
import type { Mails } from './mails.ts'
import type { Requests } from './requests.ts'

/** So long after their last file a guest counts as done. */
const quiet = '15 minutes'
const batch = 100

export interface RequestNewsDeps {
  db: Db
  events: Events
  jobs: Jobs
  users: Pick<Users, 'accounts'>
  requests: Requests
  tokens: LinkTokens
  mails: Mails
  allowance: MailAllowance
  i18n: Platform['i18n']
  settings: Platform['settings']
}

/** One guest's files between two moments. */
interface Digest {
  guestId: string
  since: string | null
  until: string
}

interface Sender {
  owner_id: string
  request_id: string
  folder_id: string | null
  title: string | null
  name: string | null
  guest: string | null
  email: string | null
  files: number
  bytes: number
  late: number
}

export const requestPath = (token: string): string => `/request/${token}/upload`

/** Who is told what of a request: invitations, one digest per guest to the owner, a receipt to the guest. */
export class RequestNews {
  private readonly deps: RequestNewsDeps
  constructor(deps: RequestNewsDeps) {
    this.deps = deps
  }

  /** Mails to the addresses of a new request; those with an account here are notified too. */
  async invite({ ownerId, requestId, emails }: { ownerId: string; requestId: string; emails: string[] }) {
    if (emails.length === 0) return
    const { users, requests, tokens, mails, events } = this.deps
    const [owner, request] = await Promise.all([users.accounts.byId(ownerId), requests.byId(ownerId, requestId)])
    if (!owner || !request) return
    const path = requestPath(tokens.read(request.token_sealed))
    const values = { owner: displayName(owner), notes: request.notes ?? '' }
    for (const email of emails) {
      await mails.request(email, values, path)
      const account = await users.accounts.byEmail(email)
      if (account) events.emit('sharing.request.invited', { userId: account.id, requestId, owner: values.owner, path })
    }
  }

  /** Each guest who is done or quiet gets one job, in the transaction that notes up to when their files are told. */
  async sendDue(): Promise<void> {
    const { db, jobs } = this.deps
    for (;;) {
      const due = await db.transaction(async (tx) => {
        const rows = await tx.query<{ id: string; since: Date | null; until: Date }>(
          `with due as (
             select id, told_at, last_upload_at from request_guests
             where (told_at is null or told_at < last_upload_at)
             and (done_at is not null or last_upload_at < now() - interval '${quiet}')
             order by last_upload_at limit ${batch} for update skip locked
           ) update request_guests g set told_at = due.last_upload_at from due where g.id = due.id
           returning g.id, due.told_at as since, due.last_upload_at as until`,
        )
        for (const { id, since, until } of rows) {
          const digest: Digest = { guestId: id, since: since?.toISOString() ?? null, until: until.toISOString() }
          await jobs.add('send-request-digest', digest, { tx })
        }
        return rows.length
      })
      if (due < batch) return
    }
  }

  /**
   * The owner's news, their mail and the guest's receipt are queued and counted in one transaction: a crash loses or doubles
   * none of them beyond what the job does that runs again.
   */
  async sendDigest({ guestId, since, until }: Digest): Promise<void> {
    const { db, users, mails, allowance } = this.deps
    const [sent] = await db.query<Sender>(
      `select r.owner_id, r.id as request_id, r.folder_id, r.title, r.name, g.name as guest, g.email,
         count(i.item_id) as files, coalesce(sum(i.size), 0) as bytes, count(*) filter (where i.late) as late
       from request_guests g join upload_requests r on r.id = g.request_id
       left join request_items i on i.guest_id = g.id and not i.is_folder and i.removed_at is null
         and ($2::timestamptz is null or i.received_at > $2::timestamptz + interval '1 millisecond')
         and i.received_at <= $3::timestamptz + interval '1 millisecond'
       where g.id = $1 group by r.id, g.id`,
      [guestId, since, until],
    )
    const owner = sent && (await users.accounts.byId(sent.owner_id))
    if (!sent || sent.files === 0 || !owner) return
    const t = await this.translator()
    const from = sent.guest ?? sent.email ?? t('sharing:request.somebody')
    const title = sent.title ?? sent.name ?? t('sharing:request.untitled')
    const values = { from, title, count: sent.files, size: megabytes(sent.bytes) }
    await db.transaction(async (tx) => {
      tx.emit('sharing.request.received', {
        ownerId: owner.id,
        requestId: sent.request_id,
        folderId: sent.folder_id,
        from,
        count: sent.files,
      })
      const folder = `/platform/files/${sent.folder_id ?? ''}`
      await mails.received(owner.email, { ...values, late: sent.late }, folder, tx)
      if (sent.email && (await allowance.mayReceipt(sent.request_id, sent.email, tx)))
        await mails.receipt(sent.email, { ...values, owner: displayName(owner) }, tx)
    })
  }

  /** The owner hears that a guest, or time, has closed a request. */
  async filled({ ownerId, folderId, title }: { ownerId: string; folderId: string | null; title: string }) {
    const owner = await this.deps.users.accounts.byId(ownerId)
    if (!owner) return
    const t = await this.translator()
    const values = { title: title || t('sharing:request.untitled') }
    await this.deps.mails.filled(owner.email, values, `/platform/files/${folderId ?? ''}`)
  }

  private async translator() {
    const { i18n, settings } = this.deps
    return i18n.translator(i18n.match([await settings.get('language')]) ?? i18n.fallback)
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
