/** Time for running requests to finish after SIGTERM (docs/operate.md). */
export const drainTimeoutMs = 30_000
/** Time to close everything else, after which the process exits anyway. */
export const closeTimeoutMs = 4_000
/** The response that leads to a restart is sent first. */
export const restartDelayMs = 200
