import type { Db, Sql, Tx } from '../../../platform/index.ts'
import { type ItemRow, storageErrors } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import { type GuestRow, type RequestRow, statusNow } from '../request.row.ts'
import type { Entered } from './request-guard.ts'

interface Own {
  id: string
  type: string
}

/** An own folder, for the guest's tree. */
export interface OwnFolder {
  id: string
  parent_id: string
  name: string
  child_count: number
}

/** What the guest called it: a number that it got because of what others sent is not theirs to see (A18). */
const sentName = 'coalesce(r.sent_name, i.name)'

/** Who sent what: the rows that make an item a guest's own (H4, A18). */
export class Received {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Throws unless all of them are this guest's own: 404, and 403 where everybody sees everything. */
  async allow({ request, guest }: Entered, items: readonly Own[]): Promise<void> {
    const ids = [...new Set(items.map(({ id }) => id))]
    if (request.visibility !== 'none' && (await this.own(guest, ids)).size === ids.length) return
    if (request.visibility === 'all') {
      const known = await this.db.query(
        'select 1 from request_items where request_id = $1 and item_id = any($2::uuid[]) and removed_at is null',
        [request.id, ids],
      )
      if (known.length === ids.length) throw sharingErrors.fail('not-yours')
    }
    throw storageErrors.fail('item-not-found')
  }

  /** Those of the items that this guest sent and has not taken back, with what the guest called each; null: by its own name. */
  async own(guest: GuestRow | null, ids: readonly string[]): Promise<Map<string, string | null>> {
    if (!guest || ids.length === 0) return new Map()
    const rows = await this.db.query<{ item_id: string; sent_name: string | null }>(
      `select item_id, sent_name from request_items
       where guest_id = $1 and item_id = any($2::uuid[]) and removed_at is null`,
      [guest.id, ids],
      'sharing.own-items',
    )
    return new Map(rows.map(({ item_id, sent_name }) => [item_id, sent_name]))
  }

  /** The guest calls it so from now on. */
  async rename(guest: GuestRow, id: string, name: string): Promise<void> {
    await this.db.query('update request_items set sent_name = $3 where guest_id = $1 and item_id = $2', [
      guest.id,
      id,
      name,
    ])
  }

  /** Own items directly in a folder, in no order. Its cost is bounded by what this guest sent. */
  async ownIn(guest: GuestRow, folder: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select i.id from request_items r join items i on i.id = r.item_id
       where r.guest_id = $1 and r.removed_at is null and i.parent_id = $2 and i.trashed_at is null`,
      [guest.id, folder],
      'sharing.own-items-in',
    )
    return rows.map(({ id }) => id)
  }

  /** The guest's own live folder of that name in another, or null. */
  async folderNamed(sql: Sql, guest: GuestRow, parent: string, name: string): Promise<string | null> {
    const [row] = await sql.query<{ id: string }>(
      `select i.id from request_items r join items i on i.id = r.item_id
       where r.guest_id = $1 and r.is_folder and r.removed_at is null
       and i.parent_id = $2 and ${sentName} = $3 and i.trashed_at is null order by i.created_at, i.id limit 1`,
      [guest.id, parent, name],
    )
    return row?.id ?? null
  }

  /** Own live folders, up to a thousand. */
  folders(guest: GuestRow): Promise<OwnFolder[]> {
    return this.db.query<OwnFolder>(
      `select i.id, i.parent_id, ${sentName} as name, i.child_count from request_items r join items i on i.id = r.item_id
       where r.guest_id = $1 and r.is_folder and r.removed_at is null and i.trashed_at is null
       order by ${sentName}, i.id limit 1000`,
      [guest.id],
    )
  }

  /** `name`: what the guest calls it. */
  async addFolder(tx: Tx, { request, guest }: Entered, id: string, name: string): Promise<void> {
    await insert(tx, request.id, guest, { id, is_folder: true, size: 0, name }, false)
  }

  /**
   * Within the transaction that makes the file, under the request's row lock, so that of parallel files none is one too
   * many and none slips in behind a close (A38). What it throws unmakes the file. `name`: what the guest calls it.
   */
  async addFile(tx: Tx, { request: { id }, guest }: Entered, file: ItemRow, name: string): Promise<void> {
    const [now] = await tx.query<RequestRow>(
      `select ${statusNow} as status, coalesce(r.expires_at <= now(), false) as late, r.max_files, r.max_file_size,
         r.kinds, r.received from upload_requests r where r.id = $1 for update`,
      [id],
    )
    if (now?.status !== 'active') throw sharingErrors.fail('request-closed')
    if (now.max_files !== null && now.received >= now.max_files) throw sharingErrors.fail('request-full')
    if (now.max_file_size !== null && file.size > now.max_file_size) throw sharingErrors.fail('request-file-too-large')
    if (now.kinds && !(now.kinds as string[]).includes(file.kind)) throw sharingErrors.fail('request-kind')
    await insert(tx, id, guest, { ...file, name }, now.late)
    await tx.query(
      `update upload_requests set received = received + 1, received_bytes = received_bytes + $2, last_upload_at = now()
       where id = $1`,
      [id, file.size],
    )
    await tx.query('update request_guests set last_upload_at = now(), done_at = null where id = $1', [guest.id])
  }

  /** Own items, and what is in them, were taken back: out of the guest's sight for good, and not counted any more. */
  async takenBack({ request }: Entered, ids: readonly string[]): Promise<void> {
    await this.db.query(
      `with recursive tree as (
         select id from items where id = any($2::uuid[]) union all
         select i.id from tree join items i on i.parent_id = tree.id
       ), gone as (
         update request_items set removed_at = now() from tree
         where item_id = tree.id and request_id = $1 and removed_at is null returning is_folder, size
       ), sums as (select count(*) as files, coalesce(sum(size), 0) as bytes from gone where not is_folder)
       update upload_requests set received = received - sums.files, received_bytes = received_bytes - sums.bytes
       from sums where id = $1`,
      [request.id, ids],
    )
  }
}

const insert = (
  sql: Sql,
  requestId: string,
  guest: GuestRow,
  item: { id: string; is_folder: boolean; size: number; name: string },
  late: boolean,
) =>
  sql.query(
    `insert into request_items (item_id, request_id, guest_id, is_folder, size, late, sent_name)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [item.id, requestId, guest.id, item.is_folder, item.size, late, item.name],
  )
