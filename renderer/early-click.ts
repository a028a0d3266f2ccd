declare global {
  interface Window {
    /** The last click before the page was hydrated. */
    earlyClick?: PointerEvent | undefined
  }
}

/** Inline in each document: no handler hears a click before the page's scripts are loaded and the page is hydrated. */
export const recordEarlyClick = 'onclick=e=>{earlyClick=e}'

/** An older click is not repeated: something else may have the visitor's attention by now. */
const maxAgeMs = 5_000

const laterPresses = ['pointerdown', 'keydown'] as const

/** Forgets the recorded click, because the visitor presses something else while the page is hydrated. */
const forget = (): void => {
  window.earlyClick = undefined
  for (const type of laterPresses) removeEventListener(type, forget, true)
}

/** Ends the recording, as React receives the clicks from now on. A press that begins now cancels the recorded click. */
export const endEarlyClicks = (): void => {
  window.onclick = null
  // At the window, which the event reaches first: at the root, React hydrates the pressed element, and would repeat the
  // recorded click first.
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
