import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { downloadFile, downloadNamedFile } from '../contract.ts'
import type { DirectDownloads } from './direct-downloads.ts'
import { type SendFileDeps, sendFile, sendStoredFile } from './send-file.ts'
import type { TokenAuthenticators } from './token-auth.ts'

interface FileRoutesDeps extends SendFileDeps {
  tokenAuthenticators: TokenAuthenticators
  directDownloads: DirectDownloads
}

const isSet = (given: string | undefined) => given !== undefined && given !== '0' && given !== 'false'

interface FileQuery {
  download?: string
  trashed?: string
}

/** Sends a file to the caller whom the session or a token authenticates. */
const respondWithFile = async (
  deps: FileRoutesDeps,
  id: string,
  query: FileQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> => {
  const caller = await deps.tokenAuthenticators.caller(request, reply, id)
  if (isSet(query.trashed)) {
    const file = await deps.files.findTrashed(caller.scope, id)
    await sendStoredFile(deps, caller, file, 'attachment', request, reply)
    return undefined
  }
  const isAttachment = isSet(query.download)
  const url = isAttachment && (await deps.directDownloads.urlFor(request, caller, id))
  if (url) reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303)
  else await sendFile(deps, caller, id, isAttachment ? 'attachment' : 'inline', request, reply)
  return undefined
}

export const registerFiles = (app: FastifyInstance, deps: FileRoutesDeps): void => {
  serve(app, downloadFile, ({ params, query }, request, reply) =>
    respondWithFile(deps, params.id, query, request, reply),
  )
  serve(app, downloadNamedFile, ({ params, query }, request, reply) =>
    respondWithFile(deps, params.id, query, request, reply),
  )
}
