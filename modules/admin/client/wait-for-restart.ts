const pollIntervalMs = 300
/** The server answers its last response before it begins to restart. */
const startTimeoutMs = 3_000
const endTimeoutMs = 60_000

const isServing = () =>
  fetch('/api/ping', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const waitUntil = async (state: 'stopped' | 'serving', timeoutMs: number): Promise<void> => {
  const until = Date.now() + timeoutMs
  while (Date.now() < until && (await isServing()) !== (state === 'serving'))
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
}

/** Resolves when a server that is about to restart serves again. */
export const waitForRestart = async (): Promise<void> => {
  await waitUntil('stopped', startTimeoutMs)
  await waitUntil('serving', endTimeoutMs)
}
