/** FNV-1a: what is kept tells nobody the way in, for that is a secret. */
const hashOf = (name: string): string => {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return (hash >>> 0).toString(36)
}

const keyOf = (name: string) => `remote-uploads ${hashOf(name)}`

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
