import type { FastifyReply } from 'fastify'
import { sendFile } from '../../downloads/index.ts'
import type { DavCall } from './call.ts'
import { DavError } from './dav-error.ts'
import { methodsOf } from './methods.ts'
import { existing } from './resources.ts'

/** Content of a file, by the code of downloads: ranges, conditions, traffic, headers that keep it from running in browsers. */
export const get = async ({ services, resource, request, reply }: DavCall): Promise<FastifyReply> => {
  const found = existing(resource)
  if (found.kind !== 'item' || found.entry.isFolder)
    throw new DavError(405, null, { headers: { allow: methodsOf(resource) } })
  const { scope, entry } = found
  return sendFile(
    services,
    { scope, cacheable: !scope.grant, shownTime: entry.changedAt },
    entry.id,
    'attachment',
    request,
    reply,
  )
}
