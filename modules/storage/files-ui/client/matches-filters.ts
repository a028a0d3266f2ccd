import { foldText } from '../../../shared/contract.ts'
import { isoStartOfDay, type SearchFilters } from '../../search/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { changedAt } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'

/** Circumstances of the filters: the account, and what their times mean. */
export interface FilterReader {
  userId: string
  /** Beginning of the filters' span, in ISO 8601. */
  modifiedSince: string
  zone: string
}

const isOfOwner = (item: Item, { owner, ownerName }: SearchFilters, userId: string): boolean => {
  const creator = item.relationships.creator?.data
  if (owner === 'me') return item.attributes.access === undefined || creator?.id === userId
  const names = [item.attributes.owner, creator?.attributes.name].filter((name) => name !== undefined)
  return ownerName ? names.includes(ownerName) : names.some((name) => foldText(name).includes(foldText(owner)))
}

const badges = ['shared', 'members'] as const
const badgesOf = (item: Item | null): readonly string[] =>
  badges.filter((badge) => item?.relationships[badge] !== undefined)

/** Badges of the folders above a row. Lists of several folders tell them for each item. */
const badgesAbove = ({ location, root, path }: FolderView, item: Item): readonly string[] => {
  if (location.section !== 'files')
    return (item.relationships.badged_ancestors ?? []).flatMap((folder) => folder.badges)
  return [...path.flatMap((folder) => folder.badges ?? []), ...badgesOf(root)]
}

const isSharedAs = (item: Item, folderView: FolderView, shared: SearchFilters['shared']): boolean => {
  // Items of other accounts are open to the caller in team folders only.
  if (item.attributes.access !== undefined) return shared === 'team'
  const own = badgesOf(item)
  if (shared === 'link') return own.includes('shared')
  const all = [...own, ...badgesAbove(folderView, item)]
  return shared === 'team' ? all.includes('members') : all.length === 0
}

/** Whether a row matches the filters, as far as this tab knows: the server decides. */
export const matchesFilters = (
  item: Item,
  folderView: FolderView,
  filters: SearchFilters,
  { userId, modifiedSince, zone }: FilterReader,
): boolean => {
  const { kind, size, extension } = item.attributes
  const at = changedAt(item)
  return (
    (!filters.kind || filters.kind === kind) &&
    (!filters.size || (size ?? 0) >= Number(filters.size) * 1_000_000) &&
    (!filters.extension || filters.extension === extension?.toLowerCase()) &&
    (!filters.before || at < isoStartOfDay(filters.before, zone)) &&
    (!(filters.after || filters.span) || at >= (filters.after ? isoStartOfDay(filters.after, zone) : modifiedSince)) &&
    (!filters.here || folderView.location.section === 'files') &&
    (!filters.owner || isOfOwner(item, filters, userId)) &&
    (!filters.shared || isSharedAs(item, folderView, filters.shared))
  )
}
