import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const xmlType = 'application/xml; charset=utf-8'
export const xmlStart = '<?xml version="1.0" encoding="utf-8"?>\n'

const start = `${xmlStart}<D:multistatus xmlns:D="DAV:">`
const end = '</D:multistatus>'

/** Sends `DAV:multistatus` with these responses. A stream has its start and its end already. */
export const multistatus = Object.assign(
  (reply: FastifyReply, responses: string | Readable): FastifyReply =>
    reply
      .status(207)
      .type(xmlType)
      .send(typeof responses === 'string' ? start + responses + end : responses),
  { start, end },
)
