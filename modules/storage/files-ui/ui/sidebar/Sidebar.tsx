import { HardDrive, History, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { HideBarsButton, Icon, type IconType, KeptHtml, useT } from '../../../../web/ui.ts'
import { hrefOf, type Section } from '../../../tree/ui.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useListing } from '../useListing.ts'
import { useSectionName } from '../useSectionName.ts'
import { Favorites } from './Favorites.tsx'
import { SidebarFolderTree } from './SidebarFolderTree.tsx'
import { SidebarGroup, sidebarLink } from './SidebarGroup.tsx'
import { UsageBar } from './UsageBar.tsx'

type Entry = { section: Section; icon: IconType }

const base: readonly Entry[] = [
  { section: 'files', icon: HardDrive },
  { section: 'recent', icon: History },
]
const last: Entry = { section: 'trash', icon: Trash2 }

/** Sections, folder tree, favorites and usage. */
export const Sidebar = () => {
  const { sidebar } = useFiles()
  const t = useT()
  const { folderView } = useListing()
  const { usage } = useSnapshot(sidebar.state)
  const { section, id } = folderView.location
  const { pages: allPages } = useExtensionLists()
  const pages = allPages.filter(({ createOnly }) => !createOnly)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow scroll-py-2 overflow-y-auto px-2.5 py-3">
        <KeptHtml of={`views ${id === null ? section : ''}`}>
          <Sections key="views" current={id === null ? section : null} />
        </KeptHtml>
        {pages.length > 0 && (
          <SidebarGroup id="collaboration" label={t('storage:sidebar.collaboration')}>
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <a href={page.href} className={sidebarLink}>
                    <Icon of={page.icon} size={18} className="shrink-0" />
                    <span className="min-w-0 break-words">{t(page.labelKey)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </SidebarGroup>
        )}
        <SidebarGroup id="navigator" label={t('storage:sidebar.folders')}>
          <SidebarFolderTree />
        </SidebarGroup>
        <SidebarGroup id="favourites" label={t('storage:sidebar.favorites')}>
          <Favorites />
        </SidebarGroup>
      </div>
      {usage && <UsageBar used={usage.used} limit={usage.limit} />}
    </div>
  )
}

/** Links to the views. `current`: the open one. */
const Sections = ({ current }: { current: Section | null }) => {
  const t = useT()
  const { lists } = useExtensionLists()
  const nameOf = useSectionName()
  return (
    <nav aria-label={t('storage:sidebar.views')}>
      <div className="mb-1 flex h-8 items-center justify-end max-lg:hidden">
        <HideBarsButton />
      </div>
      <ul>
        {[...base, ...lists, last].map(({ section, icon }) => (
          <li key={section}>
            <a
              href={hrefOf({ section, id: null })}
              aria-current={section === current ? 'page' : undefined}
              data-drop={section === 'files' ? '' : undefined}
              data-drop-trash={section === 'trash' || undefined}
              data-drop-name={section === 'files' ? nameOf(section) : undefined}
              className={sidebarLink}
            >
              <Icon of={icon} size={18} className="shrink-0" />
              <span className="min-w-0 break-words">{nameOf(section)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
