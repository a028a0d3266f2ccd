/** Requests of which only the last one counts: `begin` returns its signal and aborts the one before. */
export const createLatestRequest = () => {
  let last: AbortController | undefined
  const abort = (): void => last?.abort()
  return {
    begin: (): AbortSignal => {
      abort()
      last = new AbortController()
      return last.signal
    },
    abort,
  }
}
