/** Elements per array. */
const batchSize = 500

/** Arrays of the elements of an async iterable; the last one may be shorter. Ends early when `signal` is aborted. */
export async function* batchesUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (signal.aborted) break
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
