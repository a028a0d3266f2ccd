import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'

export interface DoubleCall {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Fields of a JSON body or a form. */
  body: Record<string, unknown>
  text: string
}
export interface DoubleResponse {
  status?: number
  body: unknown
  /** Media type of a body that is text; else it is JSON. */
  type?: string
}

/** Bodies are read by `parse`, as providers send forms or JSON; a response is sent when `delay` resolves. */
export const doubleServer = (
  respond: (call: DoubleCall) => DoubleResponse,
  parse: (text: string, type: string) => Record<string, unknown>,
  delay: (call: DoubleCall) => Promise<void>,
): Server =>
  createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://double')
      const text = Buffer.concat(chunks).toString('utf8')
      const call = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        text,
        body: parse(text, request.headers['content-type'] ?? ''),
      }
      const { status = 200, body, type } = respond(call)
      await delay(call)
      response.writeHead(status, { 'content-type': type ?? 'application/json', 'access-control-allow-origin': '*' })
      response.end(type ? String(body) : JSON.stringify(body ?? {}))
    })
  })
