import type { Audit, Db, Events, RateLimiter, Sql } from '../../../platform/index.ts'
import type { Taking } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from './access-log.ts'
import type { Admission } from './guard.ts'

/** A download under way keeps its slot so long without an answer; a broken one can be gone on with until then. */
const slotLife = '15 minutes'
/** The same browser gets the same thing again without a second count. */
const again = '24 hours'

/**
 * Of one download: what a link gives beyond its number before it is used up. A download that broke off in one browser may
 * be begun anew in another.
 */
const brokenOffShare = 0.5

/** What a row has taken of the number: bytes sent and promised, as a part of the whole. One download is never more than 1. */
const spentSql = `case when completed then 1
    when total_bytes is null then (slot_until > now())::int
    else least(1, (bytes + case when slot_until > now() then reserved_bytes else 0 end)::numeric / total_bytes) end`

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
 * Counts downloads, never more than `max_downloads` (counted under the link's row lock: the last one goes to exactly one).
 * Transfers of one browser's download, side by side or one after the other, are one; pieces that several browsers take add
 * up, whoever asks: all that a link ever gives out is `max_downloads` and a half. What is asked for is reserved while it
 * flows, and what of it was not sent is free again when the transfer breaks. HEAD, prefetches and previews do not come
 * here at all.
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
             open = case when slot_until > now() then open else 0 end + 1,
             reserved_bytes = case when slot_until > now() then reserved_bytes else 0 end + $2, total_bytes = $3
           where id = $1`,
          [mine.id, taking.length, taking.size],
        )
        return mine.id
      }
      const [made] = await tx.query<{ id: number }>(
        `insert into share_access (share_id, kind, visitor, recipient, item_id, item_name, archive, slot_until, open, address,
           reserved_bytes, total_bytes)
         values ($1, 'downloaded', $2, (select email from share_recipients where id = $3), $4, $5, $7,
           now() + interval '${slotLife}', 1, $6, $8, $9) returning id`,
        [
          ...[share.id, visitor, recipientId, taking.itemId, taking.name, address, taking.archive ?? null],
          ...[taking.length, taking.size],
        ],
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
           open = greatest(open - 1, 0), slot_until = case when open > 1 then slot_until end,
           reserved_bytes = case when open > 1 then greatest(reserved_bytes - $4, 0) else 0 end
         where id = $1 and not completed returning completed, share_id, address
       ) select completed, address, not exists (
         select 1 from share_access o where o.share_id = now_done.share_id and o.kind = 'downloaded' and o.completed and o.id <> $1
       ) as first from now_done`,
      [id, sent, taking.size, taking.length],
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

  /** This browser's record of the same download, if there is one; 410 when too little is left for it. */
  private async admitted(sql: Sql, { share, visitor }: Admission, { itemId, archive, name, size, length }: Taking) {
    const [mine] = await sql.query<{ id: number; completed: boolean; taken: number }>(
      `select id, completed, bytes + case when slot_until > now() then reserved_bytes else 0 end as taken
       from share_access where share_id = $1 and visitor = $2 and kind = 'downloaded'
       and item_id is not distinct from $3::uuid and archive is not distinct from $5 and item_name = $4
       and at > now() - interval '${again}' order by id desc limit 1`,
      [share.id, visitor, itemId, name, archive ?? null],
    )
    if (mine?.completed || share.max_downloads === null) return mine
    // Rounded: three thirds are a whole.
    const [others] = await sql.query<{ spent: number }>(
      `select round(coalesce(sum(${spentSql}), 0), 9)::float8 as spent from share_access
       where share_id = $1 and kind = 'downloaded' and id is distinct from $2`,
      [share.id, mine?.id ?? null],
    )
    const spent = others?.spent ?? 0
    const own = Math.min(1, ((mine?.taken ?? 0) + length) / size)
    const most = share.max_downloads
    if (spent >= most || spent + own > most + brokenOffShare) throw sharingErrors.fail('downloads-used')
    return mine
  }

  private mayTell(shareId: string): Promise<boolean> {
    return this.limiter.consume(['share-told', shareId], tellings).then(
      () => true,
      () => false,
    )
  }
}
