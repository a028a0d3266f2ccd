import type { Db } from '../../../platform/index.ts'
import { presentItem } from '../../../storage/index.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { presentPublicFileRequest } from '../file-request.resource.ts'
import type { FileRequestLookup } from './file-request-access.ts'
import type { FileRequestFolders } from './file-request-folders.ts'
import { filesLeft } from './file-request-limit.ts'
import type { FileRequestUploaders } from './file-request-uploaders.ts'
import { fileRequestItemView } from './uploader-actions.ts'

/** File requests as uploaders see them, on the page and by the API. */
export class PublicFileRequests {
  private readonly db: Db
  private readonly folders: FileRequestFolders
  private readonly uploaders: FileRequestUploaders
  constructor(db: Db, folders: FileRequestFolders, uploaders: FileRequestUploaders) {
    this.db = db
    this.folders = folders
    this.uploaders = uploaders
  }

  async present(lookup: FileRequestLookup, token: string): Promise<PublicFileRequest> {
    const { fileRequest, uploader } = lookup
    const folder = await this.folders.requestFolder(lookup)
    const sent = uploader && (await this.uploaders.sent(uploader))
    // The folder's own count and size would reveal items that others have sent, or the owner has put there.
    const ownCounts = { child_count: sent?.sent ?? 0, size: sent?.bytes ?? 0 }
    const shown = folder && { ...folder, ...(fileRequest.visibility === 'all' ? {} : ownCounts) }
    return presentPublicFileRequest(lookup, token, {
      folder: shown && presentItem(shown, fileRequestItemView(token, shown.id)),
      sent,
      filesLeft: await filesLeft(this.db, fileRequest),
    })
  }
}
