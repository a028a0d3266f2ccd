import type { Item, ParentRef } from '../../storage/contract.ts'
import type { Members } from '../contract.ts'

/** URLs of the two lists of team folders. */
export const teamFoldersPath = '/platform/team-folders'
export const sharedWithMePath = '/platform/shared-with-me'

/** The team of a team folder in a list; null for other items. */
export const teamBadgeOf = ({ relationships }: Item): Members | null =>
  (relationships.members as Members | undefined) ?? null

/** Whether a folder is in a team folder, or is one: of the caller or of somebody else. */
export const isInTeamFolder = (folder: Item, path: readonly ParentRef[]): boolean =>
  folder.attributes.access !== undefined || isInOwnTeamFolder(folder, path)

/** Whether an item of the caller is in a team folder, or is one. */
export const isInOwnTeamFolder = (item: Item, path: readonly ParentRef[]): boolean =>
  item.attributes.access === undefined &&
  (teamBadgeOf(item) !== null || path.some(({ badges }) => badges?.includes('members')))
