const key = 'coffer:pending-email'

/** The address that just signed up, for as long as the tab lives: /successfully-send offers to send the mail again. */
export const rememberPending = (email: string): void => {
  try {
    sessionStorage.setItem(key, email)
  } catch {
    // Storage is off: the page then simply offers no second mail.
  }
}

export const pendingEmail = (): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
