import type { Item } from '../../storage/contract.ts'
import { avatarUrls, publicName } from '../../users/index.ts'
import type { AskedRequest, UploadRequest } from '../contract.ts'
import type { OwnedRequestRow, RequestRow } from './request.row.ts'
import type { Asked } from './services/request-guard.ts'
import { requestPath } from './services/request-news.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

const rulesOf = (row: RequestRow) => ({
  status: row.status,
  title: row.title,
  notes: row.notes,
  expires_at: iso(row.expires_at),
  grace_minutes: row.grace_minutes,
  max_file_size: row.max_file_size,
  max_files: row.max_files,
  kinds: row.kinds,
  require_name: row.require_name,
  require_email: row.require_email,
  visibility: row.visibility,
  guests_may_close: row.guests_may_close,
  received: row.received,
  created_at: row.created_at.toISOString(),
})

export const presentRequest = (row: OwnedRequestRow, token: string, appUrl: string, folder?: Item): UploadRequest => ({
  id: row.id,
  type: 'upload-request',
  attributes: {
    token,
    link: `${appUrl}${requestPath(token)}`,
    folder_id: row.parent_id,
    name: row.name,
    email: row.emails[0] ?? null,
    emails: row.emails,
    folder_per_uploader: row.folder_per_uploader,
    ...rulesOf(row),
    received_bytes: row.received_bytes,
    uploaders: row.uploaders,
    last_upload_at: iso(row.last_upload_at),
    closed_at: iso(row.closed_at),
  },
  relationships: folder ? { folder: { data: folder } } : {},
})

/** What a guest is shown: the terms and who asks; never whom else it was sent to, or where it goes. */
export const presentAsked = (
  { request, owner, guest }: Asked,
  token: string,
  { folder, sent }: { folder: Item | null; sent: { sent: number; bytes: number } | null },
): AskedRequest => ({
  id: request.id,
  type: 'upload-request',
  attributes: { token, folder_id: null, email: null, ...rulesOf(request), late: request.late },
  relationships: {
    ...(folder ? { folder: { data: folder } } : {}),
    user: {
      data: {
        id: owner.id,
        type: 'user',
        attributes: { name: publicName(owner), color: owner.color, avatar: avatarUrls(owner.avatar) },
      },
    },
    guest: guest && {
      name: guest.name,
      email: guest.email,
      sent: sent?.sent ?? 0,
      bytes: sent?.bytes ?? 0,
      done: guest.done_at !== null,
    },
  },
})
