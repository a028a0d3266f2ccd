import { navigate } from 'vike/client/router'
import { navigationEnd, navigationFailed, navigationUnderWay } from './navigation.ts'

/** Time in ms after which data of this page are not waited for any longer. */
const giveUpMs = 3_000

let isWanted = false

/** Navigates to another query of this page, where it is scrolled to. */
export const navigateInPlace = (url: string, overwriteLastHistoryEntry = false): Promise<void> =>
  navigate(url, { keepScrollPosition: true, overwriteLastHistoryEntry, pageContext: { inPlace: true } })

const load = (): Promise<void> => {
  const { pathname, search, hash } = window.location
  return navigateInPlace(pathname + search + hash)
}

/**
 * Loads the data of the page again, where it is scrolled to: Vike's own `reload` scrolls to the target of the URL's hash or to
 * the top. While another page is on its way, or this one with another query, which it would replace, it waits: what arrives may
 * be older than the change.
 */
export const reloadPage = async (): Promise<void> => {
  if (navigationUnderWay() === null) return load()
  if (isWanted) return
  isWanted = true
  const again = (): void => {
    clearTimeout(timer)
    for (const event of [navigationEnd, navigationFailed]) window.removeEventListener(event, again)
    isWanted = false
    // After the other listeners.
    setTimeout(() => void (navigationUnderWay() === 'page' ? reloadPage() : load()))
  }
  const timer = setTimeout(again, giveUpMs)
  for (const event of [navigationEnd, navigationFailed]) window.addEventListener(event, again)
}
