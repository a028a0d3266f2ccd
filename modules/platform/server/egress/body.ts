import type { IncomingMessage } from 'node:http'
import { EgressError } from './failure.ts'
import type { EgressLimits } from './limits.ts'

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EgressError('interrupted')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The bytes of an answer as they come, never decompressed. Rejects with `interrupted` when they stop, trickle or end too
 * early. Only time spent waiting for the server counts: a slow disk of ours is not its fault.
 */
export async function* bodyOf(
  answer: IncomingMessage,
  { idle, pace }: Pick<EgressLimits, 'idle' | 'pace'>,
): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let [waited, came] = [0, 0]
  try {
    for (;;) {
      const from = performance.now()
      const { done, value } = await within(pieces.next(), idle)
      if (done) return
      waited += performance.now() - from
      came += value.length
      if (waited >= pace.every) {
        if (came < pace.bytes) throw new EgressError('interrupted')
        ;[waited, came] = [0, 0]
      }
      yield value
    }
  } catch (error) {
    throw error instanceof EgressError ? error : new EgressError('interrupted', error)
  } finally {
    answer.destroy()
  }
}
