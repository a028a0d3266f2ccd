import { HardDrive, History, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { HideBarsButton, Icon, type IconType, useT } from '../../../../web/ui.ts'
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
  const { lists, pages: allPages } = useExtensionLists()
  const pages = allPages.filter(({ createOnly }) => !createOnly)
  const viewName = useViewName()
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow overflow-y-auto px-2.5 py-3">
        <nav aria-label={t('storage:sidebar.views')}>
          <div className="mb-1 flex h-8 items-center justify-end">
            <HideBarsButton />
          </div>
          <ul>
            {[...base, ...lists, last].map((entry) => (
              <li key={entry.view}>
                <a
                  href={hrefOf({ view: entry.view, id: null })}
                  aria-current={view === entry.view && id === null ? 'page' : undefined}
                  data-drop={entry.view === 'files' ? '' : undefined}
                  data-drop-trash={entry.view === 'trash' || undefined}
                  data-drop-name={viewName(entry.view)}
                  className={sidebarLink}
                >
                  <Icon of={entry.icon} size={18} className="shrink-0" />
                  <span className="truncate">{viewName(entry.view)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
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
