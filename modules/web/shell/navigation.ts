/** Events of the window that Vike's hooks in pages/ raise around a client navigation. */
export const navigationStart = 'coffer:navigation-start'
export const navigationEnd = 'coffer:navigation-end'

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
