import type { IncomingMessage } from 'node:http'
import { EgressError } from './egress-error.ts'
import type { EgressLimits } from './limits.ts'

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EgressError('interrupted')), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The bytes of a response body, never decompressed. Rejects with `interrupted` when they stop, arrive too slowly or end
 * early. Only the time spent waiting for the server counts, so that a slow local disk does not fail the transfer.
 */
export async function* readBody(
  response: IncomingMessage,
  { idleTimeoutMs, minThroughput }: Pick<EgressLimits, 'idleTimeoutMs' | 'minThroughput'>,
): AsyncGenerator<Buffer> {
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let [waitedMs, received] = [0, 0]
  try {
    for (;;) {
      const startedAt = performance.now()
      const { done, value } = await withTimeout(chunks.next(), idleTimeoutMs)
      if (done) return
      waitedMs += performance.now() - startedAt
      received += value.length
      if (waitedMs >= minThroughput.intervalMs) {
        if (received < minThroughput.bytes) throw new EgressError('interrupted')
        ;[waitedMs, received] = [0, 0]
      }
      yield value
    }
  } catch (error) {
    throw error instanceof EgressError ? error : new EgressError('interrupted', error)
  } finally {
    response.destroy()
  }
}
