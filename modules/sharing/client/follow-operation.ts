import { isTransient } from '../../shared/contract.ts'
import type { Operation } from '../../storage/contract.ts'
import type { CallError } from '../../web/ui.ts'

/** Delays between two reads of a running operation: they grow, because a network without an account has few calls. */
const delayMs = { first: 700, max: 5_000, factor: 1.5 }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Waits for the end of an operation that the server has accepted, and resolves with it. Rejects when it has failed, but not
 * when it cannot be read any more: it goes on without its reader, and null is the result.
 */
export const followOperation = async (
  operation: Operation,
  read: (id: string) => Promise<Operation>,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<Operation | null> => {
  let latest = operation
  let delay = delayMs.first
  let retryAfterMs = 0
  while (latest.attributes.state === 'running') {
    await wait(Math.max(delay, retryAfterMs))
    delay = Math.min(delay * delayMs.factor, delayMs.max)
    retryAfterMs = 0
    try {
      latest = await read(operation.id)
    } catch (error) {
      if (!isTransient(error)) return null
      retryAfterMs = ((error as Partial<CallError>).retryAfter ?? 0) * 1_000
    }
  }
  if (latest.attributes.state === 'failed') throw new Error('the operation has failed')
  return latest
}
