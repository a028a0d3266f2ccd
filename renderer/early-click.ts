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

const laterPresses = ['pointerdown', 'keydown'] as const

/** What is pressed while the page is hydrated acts by itself. */
const forget = (): void => {
  window.earlyClick = undefined
  for (const type of laterPresses) removeEventListener(type, forget, true)
}

/** Ends the recording, as React hears the clicks from now on. A press that begins now makes the recorded one void. */
export const endEarlyClicks = (): void => {
  window.onclick = null
  // At the window: React hydrates what was pressed when the event arrives at the root, and would repeat the recorded click first.
  for (const type of laterPresses) addEventListener(type, forget, true)
}

/** Repeats the last early click if a button got it; links, fields and submit buttons work without scripts. */
export const repeatEarlyClick = (): void => {
  const { earlyClick } = window
  forget()
  if (!earlyClick || performance.now() - earlyClick.timeStamp > maxAgeMs) return
  // Scripts may send clicks to the document.
  if (!(earlyClick.target instanceof Element)) return
  const button = earlyClick.target.closest('button[type=button]')
  // Menus open when the pointer is pressed.
  for (const type of ['pointerdown', 'pointerup', 'click']) button?.dispatchEvent(new PointerEvent(type, earlyClick))
}
