import type { IconType } from '../../../../web/ui.ts'
import type { FoundUser } from '../../../search/contract.ts'
import type { SearchFilters } from '../../../search/ui.ts'
import type { LocalItem } from '../../client/local-results.ts'
import type { KnownOwner } from '../extensions/types.ts'
import type { Command } from './command.ts'

/** A value of the operator that is being typed, with an icon or a person. */
export interface FilterRow {
  kind: 'filter'
  id: string
  label: string
  icon?: IconType
  person?: KnownOwner
  change: Partial<SearchFilters>
}

/** A selectable result. */
export type ResultRow =
  | FilterRow
  | { kind: 'command'; id: string; command: Command }
  | { kind: 'item'; id: string; hit: LocalItem }
  | { kind: 'user'; id: string; user: FoundUser }
  | { kind: 'more'; id: string }

export interface ResultGroup {
  id: 'filters' | 'commands' | 'recent' | 'items' | 'users'
  rows: ResultRow[]
}

export const commandRows = (commands: readonly Command[]): ResultRow[] =>
  commands.map((command) => ({ kind: 'command', id: `command-${command.id}`, command }))
export const itemRows = (hits: readonly LocalItem[]): ResultRow[] => {
  const seen = new Set<string>()
  return hits.flatMap((hit) => {
    if (seen.has(hit.data.id)) return []
    seen.add(hit.data.id)
    return [{ kind: 'item' as const, id: `item-${hit.data.id}`, hit }]
  })
}
const maxRecent = 6
/**
 * Visited folders are known at once. `later`, which arrives from the network, comes after them, so that none moves under a
 * finger; null: not here yet.
 */
export const recentRows = (visited: readonly LocalItem[], later: readonly LocalItem[] | null): ResultRow[] =>
  itemRows([...visited, ...(later ?? [])]).slice(0, maxRecent)
export const userRows = (users: readonly FoundUser[]): ResultRow[] =>
  users.map((user) => ({ kind: 'user', id: `user-${user.data.id}`, user }))
