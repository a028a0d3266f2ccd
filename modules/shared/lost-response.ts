/** Statuses of a failed call without the server's response: no response arrived, or a proxy's instead of it. */
const lostResponseStatuses: readonly unknown[] = [0, 502, 504]

/** Whether the server may have carried out a failed call, because only its response may have been lost. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  lostResponseStatuses.includes((error as { status?: number } | null)?.status)

/** Whether the same call may succeed later: no connection, too many requests, a server that is busy or starts again. */
export const isTransient = (error: unknown): boolean => {
  const status = (error as { status?: number } | null)?.status ?? -1
  return status === 0 || status === 408 || status === 429 || status >= 500
}
