import { readStorage, writeStorage } from '../../../web/contract.ts'
import type { FoundItem } from '../contract.ts'

const maxRecent = 6
const keyOf = (user: string) => `coffer.recent.${user}`

/**
 * Ids only: names would stay on every computer from which somebody once signed in. Whole items, which earlier versions
 * stored, are removed.
 */
const recentIds = (user: string): string[] => {
  try {
    const stored: unknown = JSON.parse(readStorage(keyOf(user)) ?? '[]')
    if (!Array.isArray(stored)) return []
    const ids = stored.filter((id) => typeof id === 'string')
    if (ids.length < stored.length) writeStorage(keyOf(user), JSON.stringify(ids))
    return ids
  } catch {
    return []
  }
}

/**
 * Items that this browser opened from the search, latest first, as `load` finds them now. Those that it does not find are
 * left out. Empty where storage is not available.
 */
export const recentItems = async (user: string, load: (id: string) => Promise<FoundItem>): Promise<FoundItem[]> => {
  const loaded = await Promise.allSettled(recentIds(user).map(load))
  return loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

export const addRecent = (user: string, id: string): void => {
  const others = recentIds(user).filter((other) => other !== id)
  writeStorage(keyOf(user), JSON.stringify([id, ...others].slice(0, maxRecent)))
}
