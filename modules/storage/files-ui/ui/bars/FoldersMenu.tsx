import { ChevronRight } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Icon, Menu, useT } from '../../../../web/ui.ts'
import { hrefOf, type SectionLocation } from '../../../tree/ui.ts'
import { rootLevel } from '../../client/folder-tree.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'

export const Arrow = () => <Icon of={ChevronRight} size={14} className="shrink-0 text-muted rtl:rotate-180" />

/** Separator behind a step of the path to `of`, with a menu of the folders in it: the next step and its siblings. */
export const FoldersMenu = ({ of, location, name }: { of: FolderView; location: SectionLocation; name: string }) => {
  const { sidebar } = useFiles()
  const t = useT()
  const { levels } = useSnapshot(sidebar.tree.state)
  const { section, id } = location
  const level = of.location.section === 'files' && levels[id ?? (section === 'files' ? rootLevel : section)]
  if (!level || level.folders.length < 2) return <Arrow />
  const label = t('storage:page.aside', { name })
  const here = [of.location, ...of.path].map((ref) => ref.id)
  return (
    <Menu
      label={label}
      items={() => [
        ...level.folders.map((folder) => ({
          id: folder.id,
          label: folder.name,
          checked: here.includes(folder.id),
          href: hrefOf({ section: 'files', id: folder.id }),
        })),
        ...(level.next ? [{ id: 'more', label: t('storage:page.pathMore'), href: hrefOf(location) }] : []),
      ]}
    >
      <button
        type="button"
        aria-label={label}
        data-tip={label}
        className="grid size-6 place-items-center rounded-sm hover:bg-hover pointer-coarse:h-11 pointer-coarse:w-8"
      >
        <Arrow />
      </button>
    </Menu>
  )
}
