import { createContext } from 'react'
import type { Item, ParentRef } from '../../../tree/contract.ts'
import type { FolderView } from '../../client/folder-view.ts'

/** Folders above the rows of the open list, topmost first; empty for lists of several folders. */
export const AncestorsContext = createContext<readonly ParentRef[]>([])

/** Reference to a folder, as in the paths of its content, with its badges. */
export const parentRefOf = ({ id, attributes: { name, color, emoji }, relationships }: Item): ParentRef => ({
  id,
  name,
  color,
  emoji,
  badges: (['shared', 'members'] as const).filter((badge) => relationships[badge] !== undefined),
})

/** The open folder and the folders above it, with the badges of each. */
export const openFolderPath = ({ root, path }: Pick<FolderView, 'root' | 'path'>): readonly ParentRef[] =>
  root ? [...path, parentRefOf(root)] : path
