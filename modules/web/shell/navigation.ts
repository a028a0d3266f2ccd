/** Events of the window that Vike's hooks in pages/ raise around a client navigation. */
export const navigationStart = 'coffer:navigation-start'
export const navigationEnd = 'coffer:navigation-end'
/** The page of the address could not be fetched. Prevented by who shows that in its own way, inside the page that stays. */
export const navigationLost = 'coffer:navigation-lost'
export const navigationRetry = 'coffer:navigation-retry'

/** Asks for a lost page now, instead of in a while. */
export const retryNavigation = (): void => {
  window.dispatchEvent(new Event(navigationRetry))
}

/**
 * After a page change the focus goes to the new page's heading, so that keyboard and screen reader begin there.
 * Left alone: a page that set the focus itself, and moves within one page (folder to folder).
 */
export const focusHeading = (samePage: boolean): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement } = document
      const lost = !activeElement || activeElement === document.body
      if (samePage && !lost) return
      const main = document.querySelector<HTMLElement>('main')
      if (!main || (activeElement !== document.body && main.contains(activeElement))) return
      const target = document.querySelector<HTMLElement>('h1') ?? main
      if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1')
      target.focus({ preventScroll: true })
    }),
  )
}
