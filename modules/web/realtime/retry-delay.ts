const initialDelayMs = 500
/** With the jitter at most 15 s: within this time all clients reconnect after a restart (R17). */
const maxDelayMs = 10_000

/** Delay before the next attempt, ms: exponential backoff by the number of failures, with jitter. */
export const retryDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(initialDelayMs * 2 ** Math.min(failures, 10), maxDelayMs) * (0.5 + random() / 2)
