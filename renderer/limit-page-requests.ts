/** As `call` does with reads: after this time a request that has no answer fails like one without a connection. */
const timeoutMs = 30_000

/** Answer to the last request for a page; null: none. */
export let pageAnswer: Response | null = null

/**
 * Gives Vike's requests for the data of pages a timeout: it sets none. On a connection that has died the progress bar would
 * stay, and every later load of this page would wait for that one.
 */
export const limitPageRequests = (): void => {
  const { fetch } = window
  let latest = 0
  window.fetch = async (input, init) => {
    // Vike alone passes no options. Names of files and typed searches may look like its URLs.
    if (init || !/\.pageContext\.json/.test(String(input))) return fetch(input, init)
    latest += 1
    const number = latest
    pageAnswer = null
    const answer = await fetch(input, { signal: AbortSignal.timeout(timeoutMs) })
    // Another page may have been asked for since.
    if (number === latest) pageAnswer = answer
    return answer
  }
}
