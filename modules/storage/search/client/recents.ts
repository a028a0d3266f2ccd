import { readStorage, writeStorage } from '../../../web/contract.ts'
import type { FoundItem } from '../contract.ts'

const maxRecent = 6
const keyOf = (user: string) => `coffer.recent.${user}`

/** Items that this browser opened from the search, latest first. Empty where storage is not available. */
export const recentItems = (user: string): FoundItem[] => {
  try {
    const stored: unknown = JSON.parse(readStorage(keyOf(user)) ?? '[]')
    return Array.isArray(stored) ? (stored as FoundItem[]).filter((found) => found?.data?.id && found.meta?.path) : []
  } catch {
    return []
  }
}

export const addRecent = (user: string, found: FoundItem): void => {
  const others = recentItems(user).filter(({ data }) => data.id !== found.data.id)
  writeStorage(keyOf(user), JSON.stringify([found, ...others].slice(0, maxRecent)))
}
