import type { FastifyRequest } from 'fastify'
import { presentItem } from '../../../storage/index.ts'
import type { AskedRequest } from '../../contract.ts'
import { presentAsked } from '../request.resource.ts'
import type { RequestFolders } from './request-folders.ts'
import type { Asked, RequestGuard } from './request-guard.ts'
import type { RequestGuests } from './request-guests.ts'
import { requestViewOf } from './request-items.ts'

/** A request as it is shown to those who answer it, on the page and by the API. */
export class AskedRequests {
  private readonly guard: RequestGuard
  private readonly folders: RequestFolders
  private readonly guests: RequestGuests
  constructor(guard: RequestGuard, folders: RequestFolders, guests: RequestGuests) {
    this.guard = guard
    this.folders = folders
    this.guests = guests
  }

  async of(request: FastifyRequest, token: string): Promise<AskedRequest> {
    return this.present(await this.guard.find(request, token), token)
  }

  async present(asked: Asked, token: string): Promise<AskedRequest> {
    const { request, guest } = asked
    const folder = await this.folders.shared(asked)
    const sent = guest && (await this.guests.sent(guest))
    // How much others have sent is not told by the folder's count.
    const shown = folder && {
      ...folder,
      child_count: request.visibility === 'all' ? folder.child_count : (sent?.sent ?? 0),
    }
    return presentAsked(asked, token, {
      folder: shown && presentItem(shown, requestViewOf(token, shown.id)),
      sent,
    })
  }
}
