import { reload } from 'vike/client/router'
import type { PageContextClient } from 'vike/types'
import {
  failNavigation,
  navigationRetry,
  navigationStart,
  onRealtimeReconnect,
  reloadPage,
  retryDelay,
} from '../modules/web/ui.ts'
import { pageAnswer } from './limit-page-requests.ts'

/** Vike renders its error page, without any data of the server, when a page failed to load. */
export const hasFailed = (pageContext: PageContextClient): boolean =>
  'errorWhileRendering' in pageContext && (pageContext as Partial<PageContextClient>).settings === undefined

let failures = 0
/** Address of the page whose last request the server did not answer in time. */
let lateAddress: string | null = null
let pendingRetry: (() => void) | undefined

/** Stops retrying: the page has loaded, or another one was requested. */
const cancelRetry = (): void => pendingRetry?.()

/**
 * Reloads the page when the connection returns, the user retries or, unless the server is too slow to answer, the backoff
 * delay has passed.
 */
const scheduleRetry = (load: () => Promise<void>, isTooSlow: boolean): void => {
  const retry = () => {
    cancelRetry()
    void load()
  }
  const timer = isTooSlow ? 0 : setTimeout(retry, retryDelay(failures))
  failures += 1
  const stopListening = onRealtimeReconnect(retry)
  const listeners: [string, () => void][] = [
    ['online', retry],
    [navigationRetry, retry],
    [navigationStart, cancelRetry],
  ]
  for (const [event, listener] of listeners) window.addEventListener(event, listener)
  pendingRetry = () => {
    pendingRetry = undefined
    clearTimeout(timer)
    stopListening()
    for (const [event, listener] of listeners) window.removeEventListener(event, listener)
  }
}

/** Resets the backoff after a page has loaded. */
export const pageLoaded = (): void => {
  cancelRetry()
  failures = 0
  lateAddress = null
}

/** Path and query. */
const addressOf = ({ urlPathname, urlParsed }: PageContextClient): string =>
  urlPathname + (urlParsed.searchOriginal ?? '')

/**
 * The page context rendered instead of a page that failed to load: the previous page's layout with the notice of the error
 * page. A page that was only to be reloaded stays, with its typed input, and is retried at its scroll position.
 */
export const errorContext = (previous: PageContextClient, failed: PageContextClient): PageContextClient => {
  const { urlOriginal, urlPathname, urlParsed, errorWhileRendering } = failed
  const handledByPage = !failNavigation()
  const address = addressOf(failed)
  const isShown = addressOf(previous) === address
  cancelRetry()
  const isLate = (errorWhileRendering as Error).name === 'TimeoutError'
  // The first time a connection may have died. A server that does not answer again gets no more requests, where the person
  // is told.
  const isTooSlow = isLate && address === lateAddress && !isShown
  lateAddress = isLate ? address : null
  scheduleRetry(isShown ? reloadPage : reload, isTooSlow)
  const loadFailure = { answer: pageAnswer, isTooSlow }
  const notice = handledByPage || isShown ? {} : { Page: failed.Page, loadFailure }
  return { ...previous, urlOriginal, urlPathname, urlParsed, ...notice } as PageContextClient
}
