/** Reads an entry; null without it, and in browsers that disable storage. */
export const readStorage = (key: string, storage: () => Storage = () => localStorage): string | null => {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Writes an entry, or removes it by null; does nothing where storage is disabled or full. */
export const writeStorage = (key: string, value: string | null, storage: () => Storage = () => localStorage): void => {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {}
}
