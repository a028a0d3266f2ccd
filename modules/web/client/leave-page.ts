let isConfirmed = false

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

/** Loads another document, after the person has confirmed it or nothing had to be asked. */
export const leavePage = (url: string): void => {
  isConfirmed = true
  location.assign(url)
}
