import { setTimeout as sleep } from 'node:timers/promises'

/** Requests get two thirds of the time that long work takes. */
const restPerWork = 2
const maxRestMs = 2_000

/**
 * Runs `batch` until it resolves with false, or `isStopping`. After each batch it rests twice as long as the batch took, so
 * that requests find a free processor and database in between, however slow the machine is.
 */
export const runInBatches = async (batch: () => Promise<boolean>, isStopping: () => boolean): Promise<void> => {
  for (;;) {
    const startedAt = performance.now()
    if (!(await batch()) || isStopping()) return
    await sleep(Math.min((performance.now() - startedAt) * restPerWork, maxRestMs))
  }
}
