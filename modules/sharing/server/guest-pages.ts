import type { FastifyRequest } from 'fastify'
import type { Listing } from '../../storage/contract.ts'
import type { AskedRequest } from '../contract.ts'
import type { AskedRequests } from './services/asked-requests.ts'
import type { RequestGuard } from './services/request-guard.ts'
import type { RequestItems } from './services/request-items.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    requests: GuestPages
  }
}

/** Upload requests as the pages of those see them who answer. */
export interface GuestPages {
  /** With what this browser sent, null once it is closed. 404 unknown; a folder that is not theirs as well. */
  open(
    request: FastifyRequest,
    token: string,
    folder: string,
  ): Promise<{ asked: AskedRequest; listing: Listing | null }>
}

const firstRows = 100

export const createGuestPages = (guard: RequestGuard, asked: AskedRequests, items: RequestItems): GuestPages => ({
  async open(request, token, folder) {
    const found = await guard.find(request, token)
    const isOpen = found.request.status === 'active'
    return {
      asked: await asked.present(found, token),
      listing: isOpen ? await items.browse(found, token, folder, { per_page: firstRows }) : null,
    }
  },
})
