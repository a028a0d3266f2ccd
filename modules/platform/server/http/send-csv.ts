import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a list as a CSV file to be saved: its text, or the parts of it as they are read. */
export const sendCsv = (reply: FastifyReply, fileName: string, csv: string | AsyncGenerator<string>) => {
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  reply.header('cache-control', 'no-store')
  reply.type('text/csv; charset=utf-8')
  return reply.send(typeof csv === 'string' ? csv : Readable.from(csv, { objectMode: false }))
}
