/** What is typed in a form of this page. */
export interface WatchedInput {
  /** `saving`: it saves itself now, which fails where the session has ended. */
  state(): 'saved' | 'saving' | 'unsaved'
  /** Asks whether it may be discarded, and what else is unsaved with it. */
  mayDiscard(): Promise<boolean>
  /** Asks before another page replaces it; never resolves where the person declines. `url`: of this page, where a step in the history has changed it. */
  mayLeave(url: string | undefined): Promise<void>
}

let isConfirmed = false
export const inputs = new Set<WatchedInput>()
/** Input that leaving this page would lose. */
export const unsavedInput = (): WatchedInput | undefined => [...inputs].find(({ state }) => state() === 'unsaved')

/** Whether the page may be left: asks those who listen to `beforeunload`, such as running uploads and unsaved input. */
export const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** From now on leaving the page would lose something: the browser asks, unless the person has confirmed it. Returns the end. */
export const askBeforeLeaving = (): (() => void) => {
  const ask = (event: Event): void => {
    if (!isConfirmed) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/** Whether all that was typed on this page is saved. */
export const isInputSaved = (): boolean => [...inputs].every(({ state }) => state() === 'saved')

/** Loads another document, after the person has confirmed it or nothing had to be asked. */
export const leavePage = (url: string): void => {
  isConfirmed = true
  location.assign(url)
}
