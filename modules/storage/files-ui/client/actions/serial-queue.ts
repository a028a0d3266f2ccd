/** Ids of items; null stands for all items. */
export type AffectedItems = ReadonlySet<string> | null

/** ms for which a task holds back reads: it has no timeout, and may hang with its connection. */
const holdsReadsMs = 30_000

const overlaps = (one: AffectedItems, other: AffectedItems): boolean =>
  one === null || other === null || !one.isDisjointFrom(other)

/**
 * Serializes calls about the same item in request order, so that the last request wins. Calls about different items run
 * in parallel. `onEnd` is called after each.
 */
export const createSerialQueue = (onEnd: () => void = () => undefined) => {
  const pending = new Set<{ ids: AffectedItems; done: Promise<void>; heldUntil: number }>()
  /** Tasks that hold back reads. */
  const holding = () => [...pending].filter(({ heldUntil }) => heldUntil > Date.now())
  return {
    /** Runs `task` after all earlier tasks about these items have settled. */
    run: async <T>(ids: AffectedItems, task: () => Promise<T>): Promise<T> => {
      const before = [...pending].filter((entry) => overlaps(entry.ids, ids)).map(({ done }) => done)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const entry = { ids, done, heldUntil: Date.now() + holdsReadsMs }
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
    /** Whether a task holds back reads. */
    holdsReads: (): boolean => holding().length > 0,
    /** Resolves when no task is left, or those left hold back reads no longer; null: already so. */
    idle: (): Promise<void> | null => {
      const wait = async () => {
        for (let held = holding(); held.length > 0; held = holding()) {
          const { promise: timeout, resolve } = Promise.withResolvers<void>()
          const timer = setTimeout(resolve, Math.max(...held.map(({ heldUntil }) => heldUntil)) - Date.now())
          await Promise.race([Promise.all(held.map(({ done }) => done)), timeout])
          clearTimeout(timer)
        }
      }
      return holding().length > 0 ? wait() : null
    },
  }
}

export type SerialQueue = ReturnType<typeof createSerialQueue>
