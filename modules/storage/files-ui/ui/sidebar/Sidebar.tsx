import { HardDrive, History, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { HideBarsButton, Icon, type IconType, KeptHtml, useT } from '../../../../web/ui.ts'
import { hrefOf, type View } from '../../../tree/ui.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useListing } from '../useListing.ts'
import { useViewName } from '../useViewName.ts'
import { Favorites } from './Favorites.tsx'
import { Group, sidebarLink } from './Group.tsx'
import { NavigatorTree } from './NavigatorTree.tsx'
import { UsageBar } from './UsageBar.tsx'

type Entry = { view: View; icon: IconType }

const base: readonly Entry[] = [
  { view: 'files', icon: HardDrive },
  { view: 'recent', icon: History },
]
const last: Entry = { view: 'trash', icon: Trash2 }

/** Sections, folder tree, favorites and usage. */
export const Sidebar = () => {
  const { sidebar } = useFiles()
  const t = useT()
  const { folderView } = useListing()
  const { usage } = useSnapshot(sidebar.state)
  const { view, id } = folderView.location
  const { pages: allPages } = useExtensionLists()
  const pages = allPages.filter(({ createOnly }) => !createOnly)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow overflow-y-auto px-2.5 py-3">
        <KeptHtml of={`views ${id === null ? view : ''}`}>
          <Views key="views" current={id === null ? view : null} />
        </KeptHtml>
        {pages.length > 0 && (
          <Group id="collaboration" label={t('storage:sidebar.collaboration')}>
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <a href={page.href} className={sidebarLink}>
                    <Icon of={page.icon} size={18} className="shrink-0" />
                    <span className="truncate">{t(page.labelKey)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Group>
        )}
        <Group id="navigator" label={t('storage:sidebar.folders')}>
          <NavigatorTree />
        </Group>
        <Group id="favourites" label={t('storage:sidebar.favorites')}>
          <Favorites />
        </Group>
      </div>
      {usage && <UsageBar used={usage.used} limit={usage.limit} />}
    </div>
  )
}

/** Links to the views. `current`: the open one. */
const Views = ({ current }: { current: View | null }) => {
  const t = useT()
  const { lists } = useExtensionLists()
  const viewName = useViewName()
  return (
    <nav aria-label={t('storage:sidebar.views')}>
      <div className="mb-1 flex h-8 items-center justify-end">
        <HideBarsButton />
      </div>
      <ul>
        {[...base, ...lists, last].map(({ view, icon }) => (
          <li key={view}>
            <a
              href={hrefOf({ view, id: null })}
              aria-current={view === current ? 'page' : undefined}
              data-drop={view === 'files' ? '' : undefined}
              data-drop-trash={view === 'trash' || undefined}
              data-drop-name={view === 'files' ? viewName(view) : undefined}
              className={sidebarLink}
            >
              <Icon of={icon} size={18} className="shrink-0" />
              <span className="truncate">{viewName(view)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
