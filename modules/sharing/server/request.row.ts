import { quietHours, type RequestStatus, type RequestVisibility, untouchedHours, type WantedKind } from '../contract.ts'

/** A request as its services read it. */
export interface RequestRow {
  id: string
  owner_id: string
  token_sealed: Buffer
  parent_id: string | null
  folder_id: string | null
  name: string | null
  title: string | null
  notes: string | null
  emails: string[]
  /** As it is now: what time has ended is ended. */
  status: RequestStatus
  /** The deadline is over, its grace is not. */
  late: boolean
  expires_at: Date | null
  grace_minutes: number
  max_file_size: number | null
  max_files: number | null
  kinds: WantedKind[] | null
  require_name: boolean
  require_email: boolean
  folder_per_uploader: boolean
  visibility: RequestVisibility
  guests_may_close: boolean
  received: number
  received_bytes: number
  last_upload_at: Date | null
  closed_at: Date | null
  created_at: Date
}

/** What time makes of a request `r` that is still set to active. */
export const statusNow = `case
  when r.status <> 'active' then r.status
  when r.expires_at + make_interval(mins => r.grace_minutes) <= now() then 'expired'
  when r.ends_by_itself and r.last_upload_at is null and r.created_at <= now() - interval '${untouchedHours} hours'
    then 'expired'
  when r.ends_by_itself and r.last_upload_at <= now() - interval '${quietHours} hours' then 'filled'
  else 'active' end`

export const requestColumns = `r.id, r.owner_id, r.token_sealed, r.parent_id, r.folder_id, r.name, r.title, r.notes,
  r.emails, ${statusNow} as status, coalesce(r.expires_at <= now(), false) as late, r.expires_at, r.grace_minutes,
  r.max_file_size, r.max_files, r.kinds, r.require_name, r.require_email, r.folder_per_uploader, r.visibility,
  r.guests_may_close, r.received, r.received_bytes, r.last_upload_at, r.closed_at, r.created_at`

/** With what only the owner is told. */
export interface OwnedRequestRow extends RequestRow {
  uploaders: number
  created_micros: number
}

export const ownedRequestColumns = `${requestColumns},
  (select count(*) from request_guests g where g.request_id = r.id and g.last_upload_at is not null) as uploaders,
  (extract(epoch from r.created_at) * 1000000)::bigint as created_micros`

/** One browser that answers a request. */
export interface GuestRow {
  id: string
  request_id: string
  name: string | null
  email: string | null
  folder_id: string | null
  last_upload_at: Date | null
  done_at: Date | null
}

export const guestColumns = 'g.id, g.request_id, g.name, g.email, g.folder_id, g.last_upload_at, g.done_at'
