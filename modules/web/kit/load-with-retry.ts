/** Short network interruptions are often over by then. */
const retryDelayMs = 1_000

/**
 * Vite's error for a stylesheet that failed to load. Vite requests each sheet only once per page: a retry would render
 * the component without it.
 */
const isStylesheetError = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS')

/**
 * Loads code on first call and retries once after `delayMs`. A browser that caches failed imports (before
 * whatwg/html#10327) fails again: there, as after a stylesheet error, only reloading the page helps.
 */
export const loadWithRetry = <Code>(load: () => Promise<Code>, delayMs = retryDelayMs): (() => Promise<Code>) => {
  let pending: Promise<Code> | null = null
  const retry = async (error: unknown): Promise<Code> => {
    if (isStylesheetError(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return load()
  }
  return () => {
    pending ??= load()
      .catch(retry)
      .catch((error: unknown) => {
        // The next call loads again.
        if (!isStylesheetError(error)) pending = null
        throw error
      })
    return pending
  }
}
