const keyOf = (name: string) => `remote-uploads ${name}`

/** Whether this browser had something fetched that it has not seen the end of. */
export const isRemembered = (name: string): boolean => {
  try {
    return localStorage.getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

export const remember = (name: string, on: boolean): void => {
  try {
    if (on) localStorage.setItem(keyOf(name), '1')
    else localStorage.removeItem(keyOf(name))
  } catch {
    // A browser that keeps nothing: after a reload its bar is not there.
  }
}
