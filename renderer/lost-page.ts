import { reload } from 'vike/client/router'
import type { PageContextClient } from 'vike/types'
import {
  navigationFailed,
  navigationRetry,
  navigationStart,
  onRealtimeReconnect,
  PageLoadError,
  retryDelay,
} from '../modules/web/ui.ts'

/** Vike comes with its error page, and with nothing of the server's, when a page could not be fetched. */
export const isLost = (pageContext: PageContextClient): boolean =>
  'errorWhileRendering' in pageContext && (pageContext as Partial<PageContextClient>).settings === undefined

let failures = 0
let waiting: (() => void) | undefined

/** The page has come, or another is asked for. */
export const stopSeeking = (): void => waiting?.()

/** Asks again when there is a sign of the server, and now and then. */
const seek = (): void => {
  const again = () => {
    stopSeeking()
    void reload()
  }
  const timer = setTimeout(again, retryDelay(failures))
  failures += 1
  const stopListening = onRealtimeReconnect(again)
  const signs: [string, () => void][] = [
    ['online', again],
    [navigationRetry, again],
    [navigationStart, stopSeeking],
  ]
  for (const [event, deed] of signs) window.addEventListener(event, deed)
  waiting = () => {
    waiting = undefined
    clearTimeout(timer)
    stopListening()
    for (const [event, deed] of signs) window.removeEventListener(event, deed)
  }
}

export const found = (): void => {
  stopSeeking()
  failures = 0
}

/** What is rendered instead of a page that could not be fetched: the frame of the one before, and all that runs in it. */
export const standIn = (shown: PageContextClient, lost: PageContextClient): PageContextClient => {
  const { urlOriginal, urlPathname, urlParsed } = lost
  const toldInside = !window.dispatchEvent(new Event(navigationFailed, { cancelable: true }))
  stopSeeking()
  seek()
  return { ...shown, urlOriginal, urlPathname, urlParsed, ...(toldInside ? {} : { Page: PageLoadError }) }
}
