import { withinTime } from './within-time.ts'

/** Short network interruptions are often over by then. */
const retryDelayMs = 1_000

/** Links of stylesheets that failed to load: Vite requests each only once per page, and then does without it. */
const failedSheets = new Set<HTMLLinkElement>()

const collectFailedSheet = (({ target: link }: { target: HTMLLinkElement }) =>
  /css$/.test(link.href) && failedSheets.add(link)) as unknown as EventListener
globalThis.addEventListener?.('error', collectFailedSheet, true)

/**
 * Requests a stylesheet again. One that fails again stays among the failed, and matters only to the code that `failure` is
 * of.
 */
const reload = (link: HTMLLinkElement, failure: unknown) =>
  new Promise<unknown>((resolve, reject) => {
    link.addEventListener('load', () => resolve(failedSheets.delete(link)))
    // Vite's error ends with the address of the stylesheet.
    link.addEventListener('error', `${failure}`.endsWith(link.href) ? () => reject(failure) : resolve)
    // Inserted again, it is requested again.
    document.head.append(link)
  })

/**
 * Loads code and its stylesheets on first call and retries once after `delayMs`. A browser that caches failed imports
 * (before whatwg/html#10327) fails again: there only reloading the page helps. A request that is not answered is waited for,
 * and not repeated, as browsers join imports of the same file.
 */
export const loadWithRetry = <Code>(load: () => Promise<Code>, delayMs = retryDelayMs): (() => Promise<Code>) => {
  let pending: Promise<Code> | null = null
  let failure: unknown
  const attempt = (isLast?: unknown): Promise<Code> =>
    Promise.all([...failedSheets].map((link) => reload(link, failure)))
      .then(load)
      .catch((error: unknown) => {
        failure = error
        if (!isLast) return new Promise((resolve) => setTimeout(resolve, delayMs, true)).then(attempt)
        // The next call loads again.
        pending = null
        throw error
      })
  return () => {
    pending ??= attempt()
    return pending
  }
}

/** Like `loadWithRetry`, for code that a person waits for: a call ends in time, and the next one has what arrived since. */
export const loadInTime = <Code>(load: () => Promise<Code>): (() => Promise<Code>) => {
  const arrival = loadWithRetry(load)
  return () => withinTime(arrival())
}
