import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, storageErrors } from '../../../storage/index.ts'
import type { Received } from './received.ts'
import type { RequestFolders } from './request-folders.ts'
import { guestScope, type RequestGuard } from './request-guard.ts'

export interface RequestVouchDeps {
  guard: RequestGuard
  folders: RequestFolders
  received: Received
}

/** Vouches for `?request=` in addresses of files: what this guest sent, and all of it where everybody sees everything. */
export const requestVouch =
  ({ guard, folders, received }: RequestVouchDeps) =>
  async (request: FastifyRequest, _reply: FastifyReply, token: string): Promise<Caller> => {
    const asked = await guard.open(request, token)
    const { guest } = asked
    const { visibility } = asked.request
    const top = visibility === 'all' ? await folders.shared(asked) : await folders.top(asked)
    const { id = '' } = request.params as { id?: string }
    const own = visibility === 'own' ? await received.own(guest, [id]) : new Map<string, string | null>()
    if (!top || !(visibility === 'all' || own.has(id))) throw storageErrors.fail('item-not-found')
    const name = own.get(id)
    return { scope: guestScope(asked, top.id), keeps: false, ...(name ? { name } : {}) }
  }
