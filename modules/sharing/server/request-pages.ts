import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../platform/index.ts'
import type { Listing } from '../../storage/contract.ts'
import { ownScope } from '../../storage/index.ts'
import type { AskedRequest } from '../contract.ts'
import type { AskedRequests } from './services/asked-requests.ts'
import type { OwnedRequests } from './services/owned-requests.ts'
import type { RequestGuard } from './services/request-guard.ts'
import type { RequestItems } from './services/request-items.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    requests: RequestPages
  }
}

/** Upload requests as pages see them: those of who asks, and of who answers. */
export interface RequestPages {
  /** One's own, newest first: the first page, as the API answers. */
  mine(principal: Principal): ReturnType<OwnedRequests['page']>
  /** With what this browser sent, null once it is closed. 404 unknown; a folder that is not theirs as well. */
  open(
    request: FastifyRequest,
    token: string,
    folder: string,
  ): Promise<{ asked: AskedRequest; listing: Listing | null }>
}

const firstRows = 100

export const createRequestPages = (
  guard: RequestGuard,
  asked: AskedRequests,
  items: RequestItems,
  owned: OwnedRequests,
): RequestPages => ({
  mine: (principal) => owned.page(ownScope(principal), {}),
  async open(request, token, folder) {
    const found = await guard.find(request, token)
    const isOpen = found.request.status === 'active'
    return {
      asked: await asked.present(found, token),
      listing: isOpen ? await items.browse(found, token, folder, { per_page: firstRows }) : null,
    }
  },
})
