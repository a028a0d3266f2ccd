import type { Item, ParentRef } from '../../../tree/contract.ts'
import { hrefOf, isFlatSection, type Section } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useSectionName } from '../useSectionName.ts'

/** Ancestors of an item, topmost first, as far as the open listing knows them. */
export const ancestorsOfItem = (
  { id, relationships }: Item,
  { location, path, root }: FolderView,
): readonly ParentRef[] => {
  const parent = relationships.parent?.data
  if (parent) return [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }]
  if (isFlatSection(location.section)) return []
  return root && root.id !== id ? [...path, { id: root.id, ...root.attributes }] : path
}

interface TrailProps {
  top: Section
  folders: readonly ParentRef[]
  /** Where the folders can be opened; null: they may be gone. */
  within: 'files' | 'trash' | null
}

/** The folders that an item is in, or was in, as links. */
export const ItemPath = ({ top, folders, within }: TrailProps) => {
  const all = [{ id: null, name: useSectionName()(top) }, ...folders]
  return (
    <span className="min-w-0 grow">
      {all.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && <span className="px-1 text-muted">/</span>}
          {within === null ? (
            name
          ) : (
            <a href={hrefOf({ section: id === null ? top : within, id })} className="text-brand-text hover:underline">
              {name}
            </a>
          )}
        </span>
      ))}
    </span>
  )
}
