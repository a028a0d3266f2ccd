/**
 * Calls `fn` for every element, for `concurrency` of them at a time. After a failure it begins no further element, and rejects
 * with the first failure when the running calls have ended.
 */
export const forEachConcurrently = async <T>(
  items: AsyncIterable<T> | Iterable<T>,
  fn: (item: T) => Promise<void>,
  concurrency = 4,
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
