/** Short network interruptions are often over by then. */
const retryDelayMs = 1_000

/** Stylesheets of the build that failed to load: Vite requests each only once per page, and then does without it. */
const failedSheets: HTMLLinkElement[] = []

const collectFailedSheet = ({ target }: Event) => {
  const link = target as HTMLLinkElement
  if (/assets.+css$/.test(link.href)) failedSheets.push(link)
}
globalThis.addEventListener?.('error', collectFailedSheet, true)

const reload = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement
    copy.onload = resolve
    copy.onerror = reject
    link.replaceWith(copy)
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
