import { useEffect, useRef } from 'react'
import { focusText, restoreFocus } from '../kit/dialogs/focus-fallback.ts'

/** Window events around a client navigation. */
export const navigationStart = 'coffer:navigation-start'
/** The data of a page is requested: of another page, or of this one again. */
export const loadingStart = 'coffer:loading-start'
export const navigationEnd = 'coffer:navigation-end'
/** The page failed to load. A screen that shows the error itself calls `preventDefault`, and the current page stays. */
export const navigationFailed = 'coffer:navigation-failed'
export const navigationRetry = 'coffer:navigation-retry'

/**
 * Ends a transition that Vike still counts as running. Vike reports the start of a navigation only after the previous one
 * has shown its page. That one may never show it: a later navigation replaced it, or it was a history step between a page
 * and its viewer. Vike has no public call for this.
 */
export const forgetTransition = (): void => {
  const { _vike } = window as { _vike?: { globals?: Record<string, { isTransitioning?: true }> } }
  delete _vike?.globals?.['renderPageClient.ts']?.isTransitioning
}

let beganAt = 0
let underWay = false
let loads = 0
/** Announces that this page is loaded again, or with another query. */
export const beginLoading = (): void => {
  underWay = true
  loads += 1
  window.dispatchEvent(new Event(loadingStart))
}
/** Announces that a client navigation to another page begins. */
export const beginNavigation = (): void => {
  beganAt = Date.now()
  beginLoading()
  window.dispatchEvent(new Event(navigationStart))
}
/** Announces that the page is shown. */
export const endNavigation = (): void => {
  underWay = false
  window.dispatchEvent(new Event(navigationEnd))
}
/** Announces that the page has failed to load. False: a screen shows the error itself. */
export const failNavigation = (): boolean => {
  underWay = false
  return window.dispatchEvent(new Event(navigationFailed, { cancelable: true }))
}
/** Whether another page, or other data of this one, are on their way. */
export const navigationUnderWay = (): boolean => underWay
/** Number of the load that began last. */
export const loadNumber = (): number => loads
/** Time at which the navigation to this page began, ms since 1970; 0 for the first page of the tab. */
export const navigationBeganAt = (): number => beganAt

/** Retries a failed navigation now instead of after the delay. */
export const retryNavigation = (): void => {
  window.dispatchEvent(new Event(navigationRetry))
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Focuses the element of `selector` when `shown` has changed and the focused element has disappeared, such as the button of
 * a form that its result has replaced. Keyboard and screen reader would start at the top of the page, reading nothing.
 */
export const useFocusOnChange = (shown: unknown, selector = 'h1'): void => {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const target = isFocusLost() && document.querySelector<HTMLElement>(selector)
    if (target) focusText(target)
  }, [shown, selector])
}

/**
 * Focuses the new page's heading after a navigation, so that keyboard and screen reader start there. Does nothing when the
 * page has set the focus itself or the navigation stays within one page (folder to folder, or a page loaded again), whose
 * list takes a focus that was lost meanwhile.
 */
export const focusHeading = (samePage: boolean): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (samePage) restoreFocus()
      const main = document.querySelector<HTMLElement>('main')
      if (!main || (!isFocusLost() && (samePage || main.contains(document.activeElement)))) return
      focusText(document.querySelector<HTMLElement>('h1') ?? main, { preventScroll: true })
    }),
  )
}

/** Within so many frames React shows the new page. */
const maxFrames = 30

/** Scrolls to the element that the URL's hash names. Vike looks for it before React has rendered the page. */
export const showHashTarget = (frame = 0): void => {
  const id = window.location.hash.slice(1)
  if (id === '' || frame === maxFrames) return
  requestAnimationFrame(() => {
    const target = document.getElementById(id)
    if (target) target.scrollIntoView()
    else showHashTarget(frame + 1)
  })
}
