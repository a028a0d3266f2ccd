let isConfirmed = false

/** Whether the page may be left: asks those who listen to `beforeunload`, such as running uploads. */
export const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Whether the person has confirmed that the page is left: listeners to `beforeunload` do not ask again. */
export const isLeaveConfirmed = (): boolean => isConfirmed

/** Loads another document, after the person has confirmed it or nothing had to be asked. */
export const leavePage = (url: string): void => {
  isConfirmed = true
  location.assign(url)
}
