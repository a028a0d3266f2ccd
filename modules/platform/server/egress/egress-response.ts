import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { readBody } from './body.ts'
import { EgressError } from './egress-error.ts'
import type { EgressLimits } from './limits.ts'

export interface EgressResponse {
  /** The URL after redirects. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  /** Read it to its end, or call `close`. */
  body: AsyncGenerator<Buffer>
  close(): void
}

/** The response of a hop; its body fails as `cancelled` when `callerSignal` is aborted. */
export const egressResponse = (
  url: URL,
  response: IncomingMessage,
  limits: EgressLimits,
  callerSignal?: AbortSignal,
): EgressResponse => ({
  url,
  status: response.statusCode ?? 0,
  headers: response.headers,
  body: cancellable(readBody(response, limits), callerSignal),
  close: () => response.destroy(),
})

async function* cancellable(body: AsyncGenerator<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw signal?.aborted ? new EgressError('cancelled') : error
  }
}
