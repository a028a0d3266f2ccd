const initialDelayMs = 500
/** After a restart all clients reconnect within 15 s (R17). */
const maxDelayMs = 10_000

/** Delay before the next attempt, ms: exponential backoff by the number of failures, with jitter. */
export const retryDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(initialDelayMs * 2 ** Math.min(failures, 10), maxDelayMs) * (0.5 + random() / 2)
