import { navigate } from 'vike/client/router'
import { endNavigation, loadNumber, navigationEnd, navigationFailed, navigationUnderWay } from './navigation.ts'

let isWanted = false
/** Number of the load that is the last reload of a page. */
let reload = 0

/** Navigates to another query of this page, where it is scrolled to. */
export const navigateInPlace = (url: string, options: { overwriteLastHistoryEntry?: boolean } = {}): Promise<void> =>
  navigate(url, { keepScrollPosition: true, ...options, pageContext: { inPlace: true } })

const isReloading = (): boolean => reload > loadNumber() || (reload === loadNumber() && navigationUnderWay())

const load = (): Promise<void> => {
  const { pathname, search, hash } = window.location
  reload = loadNumber() + 1
  return navigateInPlace(pathname + search + hash)
}

/**
 * Loads the data of the page again, where it is scrolled to: Vike's own `reload` scrolls to the target of the URL's hash or
 * to the top. While another page is on its way, or this one with another query, which it would replace, it waits: the
 * arriving data may be older than the change.
 */
export const reloadPage = async (): Promise<void> => {
  if (!navigationUnderWay()) return load()
  if (isWanted) return
  isWanted = true
  const again = (): void => {
    for (const event of [navigationEnd, navigationFailed]) window.removeEventListener(event, again)
    isWanted = false
    // After the other listeners.
    setTimeout(() => void reloadPage())
  }
  for (const event of [navigationEnd, navigationFailed]) window.addEventListener(event, again)
}

/**
 * Called on a step in the history within this page. The URL is there already, so that the page may be loaded again at once.
 * Vike drops the page that was on its way, but does not load anything for a step between the viewer and its page.
 */
export const finishStepWithinPage = (): void => {
  if (navigationUnderWay()) void reloadPage()
  endNavigation()
}

/**
 * Called after the page itself has put another URL in its place, as the viewer does. A reload that is under way would bring
 * the former one back at its end.
 */
export const urlReplaced = (): void => {
  if (isReloading()) void load()
}

/**
 * Calls `act` when the page that is on its way is shown, or has failed to load; at once when there is none, or it is this
 * page, loaded again.
 */
export const afterNavigation = (act: () => void): void => {
  if (!navigationUnderWay() || isReloading()) {
    act()
    return
  }
  const events = [navigationEnd, navigationFailed]
  const end = () => {
    for (const event of events) window.removeEventListener(event, end, true)
    act()
  }
  // Before the listeners that read the URL.
  for (const event of events) window.addEventListener(event, end, true)
}
