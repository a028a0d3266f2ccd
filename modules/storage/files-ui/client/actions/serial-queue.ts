/** Ids of items; null is any item there may be. */
export type Touched = ReadonlySet<string> | null

const meet = (one: Touched, other: Touched): boolean => one === null || other === null || !one.isDisjointFrom(other)

/**
 * Sends calls about the same item one after the other, in the order they were asked for, so that the last wish is what
 * remains; calls about different items do not wait for each other.
 */
export const createOrder = () => {
  const pending = new Set<{ ids: Touched; done: Promise<void> }>()
  return {
    /** Runs `work` once everything before it about these items has ended, well or not. */
    run: async <T>(ids: Touched, work: () => Promise<T>): Promise<T> => {
      const before = [...pending].filter((entry) => meet(entry.ids, ids)).map(({ done }) => done)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const entry = { ids, done }
      pending.add(entry)
      try {
        if (before.length > 0) await Promise.all(before)
        return await work()
      } finally {
        pending.delete(entry)
        resolve()
      }
    },
    /** Whether something about these items is still under way. */
    busy: (ids: Touched): boolean => [...pending].some((entry) => meet(entry.ids, ids)),
  }
}
