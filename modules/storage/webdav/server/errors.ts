import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorHeaders } from '../../../platform/index.ts'
import { DavError } from './dav-error.ts'
import { xmlStart, xmlType } from './multistatus.ts'
import { escapeXml } from './xml.ts'

/**
 * Statuses that mean something else here than in the API: a 401 makes programs ask for the password again, 423 says that a lock is
 * missing, and 404 that the item itself is, not its folder.
 */
const statusByCode: Readonly<Record<string, number>> = {
  'quota-exceeded': 507,
  'upload-restricted': 403,
  'download-restricted': 403,
  'create-folder-restricted': 403,
  'parent-not-found': 409,
  'move-into-itself': 403,
  'copy-into-itself': 403,
}

/** Conditions by which programs know some of the errors (RFC 4331, 4918). */
const conditionByCode: Readonly<Record<string, string>> = { 'quota-exceeded': 'quota-not-exceeded' }

const body = (condition: string | null, hrefs: readonly string[], text: string): string => {
  const inner = hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('')
  const named = condition === null ? '' : inner ? `<D:${condition}>${inner}</D:${condition}>` : `<D:${condition}/>`
  return `${xmlStart}<D:error xmlns:D="DAV:" xmlns:c="urn:coffer">${named}${text}</D:error>`
}

/** Sends an error as `DAV:error`: of the protocol by its condition, of the product by its code and its text. */
export const sendDavError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof DavError) {
    const { status, condition, hrefs, headers } = error
    reply.status(status).headers(headers)
    return condition === null ? reply.send() : reply.type(xmlType).send(body(condition, hrefs, ''))
  }
  const { status, error: explained } = request.explain(error)
  const { code, message } = explained
  const text = `<c:code>${escapeXml(code)}</c:code><c:message>${escapeXml(message)}</c:message>`
  return reply
    .status(statusByCode[code] ?? status)
    .headers(errorHeaders(error))
    .type(xmlType)
    .send(body(conditionByCode[code] ?? null, [], text))
}
