import { readStorage, writeStorage } from '../../../web/contract.ts'
import type { FoundItem } from '../contract.ts'

const most = 6
const keyOf = (user: string) => `coffer.recent.${user}`

/** What this browser has opened from the search, the last first. Empty where the browser keeps nothing. */
export const recents = (user: string): FoundItem[] => {
  try {
    const kept: unknown = JSON.parse(readStorage(keyOf(user)) ?? '[]')
    return Array.isArray(kept) ? (kept as FoundItem[]).filter((found) => found?.data?.id && found.meta?.path) : []
  } catch {
    return []
  }
}

export const remember = (user: string, found: FoundItem): void => {
  const others = recents(user).filter(({ data }) => data.id !== found.data.id)
  writeStorage(keyOf(user), JSON.stringify([found, ...others].slice(0, most)))
}
