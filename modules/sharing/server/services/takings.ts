import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../../platform/index.ts'
import type { Caller, Taking } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { Downloads } from './downloads.ts'
import type { Admission, ShareGuard } from './guard.ts'
import { isNobody } from './robots.ts'

/** ms; well below the time for which a slot is held. */
const renewal = 5 * 60_000

export interface TakingsDeps {
  guard: ShareGuard
  downloads: Downloads
  log: Logger
}

/** Counts what this visitor takes, from the first byte to the last; refuses robots where downloads are numbered. */
export const takingOf =
  ({ downloads, log }: Pick<TakingsDeps, 'downloads' | 'log'>, admission: Admission, request: FastifyRequest) =>
  async (taking: Taking): Promise<(sent: number) => void> => {
    if (admission.share.max_downloads !== null && isNobody(request)) throw sharingErrors.fail('robots-not-counted')
    const id = await downloads.begin(admission, taking, request.ip)
    const told = (error: unknown) => log.error({ err: error }, 'a slot of a download was not kept')
    const flowing = setInterval(() => {
      if (request.socket.destroyed) clearInterval(flowing)
      else downloads.renew(id).catch(told)
    }, renewal).unref()
    return (sent) => {
      clearInterval(flowing)
      downloads
        .end(admission, id, taking, sent)
        .catch((error: unknown) => log.error({ err: error }, 'the end of a download was not recorded'))
    }
  }

/** Vouches for `?share=` in addresses of files: the guard's admission, and each download in the link's log. */
export const shareVouch =
  (deps: TakingsDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<Caller> => {
    const admission = await deps.guard.admit(request, reply, token)
    return { scope: admission.scope, keeps: false, begin: takingOf(deps, admission, request) }
  }
