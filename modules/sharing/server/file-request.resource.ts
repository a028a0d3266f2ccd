import { toIso } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import { avatarUrls, publicName, shownEmail } from '../../users/index.ts'
import { type FileRequest, type FileRequestStatus, fileRequestPath, type PublicFileRequest } from '../contract.ts'
import type { FileRequestRow, OwnedFileRequestRow } from './file-request.row.ts'
import type { FileRequestLookup } from './services/file-request-access.ts'

/** On the wire a closed request is `filled`. */
const apiStatus: Record<FileRequestRow['status'], FileRequestStatus> = {
  active: 'active',
  closed: 'filled',
  expired: 'expired',
}

const termsOf = (row: FileRequestRow) => ({
  status: apiStatus[row.status],
  title: row.title,
  notes: row.message,
  expires_at: toIso(row.expires_at),
  grace_minutes: row.grace_minutes,
  max_file_size: row.max_file_size,
  max_files: row.max_files,
  accepted_types: row.accepted_types,
  require_name: row.require_name,
  require_email: row.require_email,
  visibility: row.visibility,
  allow_uploader_close: row.allow_uploader_close,
  received: row.received_files,
  created_at: row.created_at.toISOString(),
})

export const presentFileRequest = (
  row: OwnedFileRequestRow,
  token: string,
  appUrl: string,
  folder?: Item,
): FileRequest => ({
  id: row.id,
  type: 'upload-request',
  attributes: {
    token,
    link: `${appUrl}${fileRequestPath(token)}`,
    folder_id: row.parent_id,
    name: row.name,
    email: row.emails.map(shownEmail)[0] ?? null,
    emails: row.emails.map(shownEmail),
    folder_per_uploader: row.folder_per_uploader,
    ...termsOf(row),
    received_bytes: row.received_bytes,
    uploaders: row.uploaders,
    // Until the first file is complete it is only the time of a chunk.
    last_upload_at: row.received_files > 0 ? toIso(row.last_upload_at) : null,
    closed_at: toIso(row.closed_at),
  },
  relationships: folder ? { folder: { data: folder } } : {},
})

/** For uploaders: terms and owner; never the other recipients, or the folder that receives the files. */
export const presentPublicFileRequest = (
  { fileRequest, owner, uploader }: FileRequestLookup,
  token: string,
  {
    folder,
    sent,
    filesLeft,
  }: { folder: Item | null; sent: { sent: number; bytes: number } | null; filesLeft: number | null },
): PublicFileRequest => ({
  id: fileRequest.id,
  type: 'upload-request',
  attributes: {
    token,
    folder_id: null,
    email: null,
    ...termsOf(fileRequest),
    files_left: filesLeft,
    late: fileRequest.late,
  },
  relationships: {
    ...(folder ? { folder: { data: folder } } : {}),
    user: {
      data: {
        id: owner.id,
        type: 'user',
        attributes: { name: publicName(owner), color: owner.color, avatar: avatarUrls(owner.avatar) },
      },
    },
    uploader: uploader && {
      name: uploader.name,
      email: uploader.email && shownEmail(uploader.email),
      sent: sent?.sent ?? 0,
      bytes: sent?.bytes ?? 0,
      submitted: uploader.submitted_at !== null,
    },
  },
})
