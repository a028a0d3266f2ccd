import type { Audit, Db, Events, RateLimiter, Sql } from '../../../platform/index.ts'
import type { Taking } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from './access-log.ts'
import type { Admission } from './guard.ts'

/** A download under way keeps its slot so long without an answer; a broken one can be gone on with until then. */
const slotLife = '15 minutes'
/** The same browser gets the same thing again without a second count. */
const again = '24 hours'

/** Told of one link in an hour: strangers do not fill its owner's bell. */
const tellings = { limit: 60, windowSeconds: 3_600 }

export interface DownloadsDeps {
  db: Db
  events: Events
  log: AccessLog
  audit: Audit
  limiter: RateLimiter
}

/**
 * Counts downloads by people, never more than `max_downloads` (counted under the link's row lock: the last slot goes to
 * exactly one). A slot is held while the bytes flow, spent when all of them were sent, and free again when the transfer
 * breaks; several transfers of one browser's download share it. HEAD, prefetches and previews do not come here at all.
 */
export class Downloads {
  private readonly db: Db
  private readonly events: Events
  private readonly log: AccessLog
  private readonly audit: Audit
  private readonly limiter: RateLimiter
  constructor({ db, events, log, audit, limiter }: DownloadsDeps) {
    this.db = db
    this.events = events
    this.log = log
    this.audit = audit
    this.limiter = limiter
  }

  /** The record of this download; a continued or repeated one of the same browser goes on with its own. 410 when used up. */
  async begin(admission: Admission, taking: Taking, ip: string): Promise<number> {
    const { share, visitor, recipientId } = admission
    if (!share.allow_download) throw sharingErrors.fail('download-off')
    const address = await this.log.addressOf(ip)
    return this.db.transaction(async (tx) => {
      if (share.max_downloads !== null) await tx.query('select 1 from shares where id = $1 for update', [share.id])
      const mine = await this.admitted(tx, admission, taking)
      if (mine?.completed) return mine.id
      if (mine) {
        await tx.query(
          `update share_access set slot_until = now() + interval '${slotLife}',
             open = case when slot_until > now() then open else 0 end + 1 where id = $1`,
          [mine.id],
        )
        return mine.id
      }
      const [made] = await tx.query<{ id: number }>(
        `insert into share_access (share_id, kind, visitor, recipient, item_id, item_name, archive, slot_until, open, address)
         values ($1, 'downloaded', $2, (select email from share_recipients where id = $3), $4, $5, $7,
           now() + interval '${slotLife}', 1, $6) returning id`,
        [share.id, visitor, recipientId, taking.itemId, taking.name, address, taking.archive ?? null],
      )
      return (made as { id: number }).id
    })
  }

  /** Bytes still flow: the slot is kept. */
  async renew(id: number): Promise<void> {
    await this.db.query(
      `update share_access set slot_until = now() + interval '${slotLife}' where id = $1 and not completed and open > 0`,
      [id],
    )
  }

  /** After the last byte of an answer, or its break: `sent` bytes left. Complete when all bytes of the thing were sent. */
  async end(admission: Admission, id: number, taking: Taking, sent: number): Promise<void> {
    const { share } = admission
    const [done] = await this.db.query<{ completed: boolean; first: boolean; address: string | null }>(
      `with now_done as (
         update share_access set bytes = least(bytes + $2, $3), completed = bytes + $2 >= $3,
           open = greatest(open - 1, 0), slot_until = case when open > 1 then slot_until end
         where id = $1 and not completed returning completed, share_id, address
       ) select completed, address, not exists (
         select 1 from share_access o where o.share_id = now_done.share_id and o.kind = 'downloaded' and o.completed and o.id <> $1
       ) as first from now_done`,
      [id, sent, taking.size],
    )
    if (!done?.completed) return
    // The link's own log goes with the link.
    const details = { item: taking.itemId ?? share.item_id, recipient: admission.recipientId }
    const note = { actorId: null, ip: done.address, action: 'sharing.link.downloaded', target: share.id, details }
    await this.audit(note)
    const wanted = share.notify === 'each' || (share.notify === 'first' && done.first)
    const tell = wanted && (await this.mayTell(share.id))
    this.events.emit('sharing.link.downloaded', {
      ownerId: share.owner_id,
      shareId: share.id,
      itemId: taking.itemId ?? share.item_id,
      item: taking.name,
      tell,
    })
  }

  /** Says 410 now where `begin` would: what is made ready for a later download is not promised in vain. Takes no slot. */
  async ask(admission: Admission, taking: Taking): Promise<void> {
    if (admission.share.max_downloads !== null) await this.admitted(this.db, admission, taking)
  }

  /** This browser's record of the same download, if there is one; 410 when no slot is left for it. */
  private async admitted(sql: Sql, { share, visitor }: Admission, { itemId, archive, name }: Taking) {
    const [mine] = await sql.query<{ id: number; completed: boolean }>(
      `select id, completed from share_access where share_id = $1 and visitor = $2 and kind = 'downloaded'
       and item_id is not distinct from $3::uuid and archive is not distinct from $5 and item_name = $4
       and at > now() - interval '${again}' order by id desc limit 1`,
      [share.id, visitor, itemId, name, archive ?? null],
    )
    if (mine?.completed || share.max_downloads === null) return mine
    const [used] = await sql.query<{ n: number }>(
      `select count(*) as n from share_access where share_id = $1 and kind = 'downloaded'
       and (completed or slot_until > now()) and id is distinct from $2`,
      [share.id, mine?.id ?? null],
    )
    if ((used?.n ?? 0) >= share.max_downloads) throw sharingErrors.fail('downloads-used')
    return mine
  }

  private mayTell(shareId: string): Promise<boolean> {
    return this.limiter.take(['share-told', shareId], tellings).then(
      () => true,
      () => false,
    )
  }
}
