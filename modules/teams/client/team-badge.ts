import type { Item } from '../../storage/contract.ts'
import type { Members } from '../contract.ts'

/** URLs of the two lists of team folders. */
export const teamFoldersPath = '/platform/team-folders'
export const sharedWithMePath = '/platform/shared-with-me'

/** The team of a team folder in a list; null for other items. */
export const teamBadgeOf = ({ relationships }: Item): Members | null =>
  (relationships.members as Members | undefined) ?? null
