/** Blobs that are read or copied at once. */
const defaultConcurrency = 4

/** Runs `fn` for every element, for `concurrency` of them at once. Rejects with the first failure when all have ended. */
export const forEachConcurrently = async <T>(
  items: AsyncIterable<T> | Iterable<T>,
  fn: (item: T) => Promise<void>,
  concurrency = defaultConcurrency,
): Promise<void> => {
  const iterator = (async function* () {
    yield* items
  })()
  let hasFailed = false
  const work = async () => {
    try {
      for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next())
        await fn(next.value)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, work))
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
}

/** Ends early when `signal` is aborted. */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  for await (const item of items) {
    if (signal.aborted) return
    yield item
  }
}
