/** Ids of items; null stands for all items. */
export type AffectedItems = ReadonlySet<string> | null

const overlaps = (one: AffectedItems, other: AffectedItems): boolean =>
  one === null || other === null || !one.isDisjointFrom(other)

/**
 * Serializes calls about the same item in request order, so that the last request wins. Calls about different items run
 * in parallel. `onEnd` is called after each.
 */
export const createSerialQueue = (onEnd: () => void = () => undefined) => {
  const pending = new Set<{ ids: AffectedItems; done: Promise<void> }>()
  return {
    /** Runs `task` after all earlier tasks about these items have settled. */
    run: async <T>(ids: AffectedItems, task: () => Promise<T>): Promise<T> => {
      const before = [...pending].filter((entry) => overlaps(entry.ids, ids)).map(({ done }) => done)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const entry = { ids, done }
      pending.add(entry)
      try {
        if (before.length > 0) await Promise.all(before)
        return await task()
      } finally {
        pending.delete(entry)
        resolve()
        onEnd()
      }
    },
    /** Whether a task about these items is queued or running. */
    busy: (ids: AffectedItems): boolean => [...pending].some((entry) => overlaps(entry.ids, ids)),
    /** Resolves when no task is left; null when none is queued or running. */
    idle: (): Promise<void> | null => {
      const wait = async () => {
        while (pending.size > 0) await Promise.all([...pending].map(({ done }) => done))
      }
      return pending.size > 0 ? wait() : null
    },
  }
}

export type SerialQueue = ReturnType<typeof createSerialQueue>
