/** Short network interruptions are often over by then. */
const retryDelayMs = 1_000

/** Stylesheets that failed to load: Vite requests each only once per page, and then does without it. */
const failedSheets: HTMLLinkElement[] = []

const collectFailedSheet = (({ target: link }: { target: HTMLLinkElement }) =>
  /css$/.test(link.href) && failedSheets.push(link)) as unknown as EventListener
globalThis.addEventListener?.('error', collectFailedSheet, true)

const reload = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
    // Inserted again, it is requested again.
    link.replaceWith(link)
  })

/**
 * Loads code and its stylesheets on first call and retries once after `delayMs`. A browser that caches failed imports
 * (before whatwg/html#10327) fails again: there only reloading the page helps.
 */
export const loadWithRetry = <Code>(load: () => Promise<Code>, delayMs = retryDelayMs): (() => Promise<Code>) => {
  let pending: Promise<Code> | null = null
  const attempt = () => Promise.all(failedSheets.splice(0).map(reload)).then(load)
  return () => {
    pending ??= attempt()
      .catch(() => new Promise((resolve) => setTimeout(resolve, delayMs)).then(attempt))
      .catch((error: unknown) => {
        // The next call loads again.
        pending = null
        throw error
      })
    return pending
  }
}
