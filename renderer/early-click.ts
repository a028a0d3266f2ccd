declare global {
  interface Window {
    /** The last click before the page was hydrated. */
    earlyClick?: PointerEvent | undefined
  }
}

/** Inline in each document: no handler hears a click before the page's scripts are loaded and the page is hydrated. */
export const recordEarlyClick = 'onclick=e=>{earlyClick=e}'

/** Later, something else may have the visitor's attention. */
const maxAgeMs = 5_000

/** Ends the recording, as React hears the clicks from now on. */
export const endEarlyClicks = (): void => {
  window.onclick = null
}

/** Repeats the last early click if a button got it; links, fields and submit buttons work without scripts. */
export const repeatEarlyClick = (): void => {
  const { earlyClick } = window
  window.earlyClick = undefined
  if (!earlyClick || performance.now() - earlyClick.timeStamp > maxAgeMs) return
  const button = (earlyClick.target as Element).closest('button[type=button]')
  // Menus open when the pointer is pressed.
  for (const type of ['pointerdown', 'pointerup', 'click']) button?.dispatchEvent(new PointerEvent(type, earlyClick))
}
