import { createContext } from 'react'
import type { ParentRef } from '../../../tree/contract.ts'
import type { FolderView } from '../../client/folder-view.ts'

/** Folders above the rows of the open list, topmost first; empty for lists of several folders. */
export const AncestorsContext = createContext<readonly ParentRef[]>([])

/** The open folder and the folders above it, with the badges of each. */
export const ancestorsOf = ({ root, path }: Pick<FolderView, 'root' | 'path'>): readonly ParentRef[] => {
  if (!root) return path
  const { id, attributes, relationships } = root
  const badges = (['shared', 'members'] as const).filter((name) => relationships[name] !== undefined)
  return [...path, { id, name: attributes.name, color: attributes.color, emoji: attributes.emoji, badges }]
}
