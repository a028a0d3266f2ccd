import { ArrowDownWideNarrow, ChevronDown, LayoutGrid, List, PanelRight, Plus, Trash } from 'lucide-react'
import { Button, cx, IconButton, LinkButton, Menu, usePref, useShell, useT } from '../../../../web/ui.ts'
import { isExtensionSection } from '../../../tree/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { createMenu, viewMenu } from '../lazy-menus.ts'
import { useListing } from '../useListing.ts'
import { useView } from '../useView.ts'

/** Hidden on phones; the view menu has this action too. */
const optional = 'phone:hidden'
/** Hidden where it would shorten the path; the folder's own menu has this action too. */
const besidePath = cx(optional, '@min-[38rem]/header:@max-[46rem]/header:hidden')

/** Create, sort and view buttons of the listing. */
export const Toolbar = () => {
  const t = useT()
  const shell = useShell()
  const { folderView, total } = useListing()
  const { section } = folderView.location
  const { actions } = useFiles()
  const { preview, change } = useView()
  const [detail] = usePref('detail')
  const grid = preview === 'grid'
  const added = useExtensionActions()
  const { list, createIn } = useExtensionLists()
  const created = createIn(section)
  // The folder's own menu has all of them.
  const [action] = section === 'files' && folderView.root ? added.ofItem(folderView.root) : []
  const ofFolder = action && !action.danger ? [action] : []
  if (list(section)?.ownPage) return null
  return (
    <div
      ref={leavesFocus}
      role="toolbar"
      aria-label={t('storage:page.toolbar')}
      className="flex shrink-0 items-center gap-1"
    >
      {section === 'trash' ? (
        total > 0 && (
          <Button
            ref={leavesFocus}
            variant="danger"
            icon={Trash}
            onClick={() => void actions.emptyTrash()}
            className="me-1 phone:hidden"
          >
            {t('storage:menu.emptyTrash')}
          </Button>
        )
      ) : isExtensionSection(section) || !mayCreateIn(folderView) ? null : (
        <CreateMenu />
      )}
      {created && (
        <LinkButton variant="solid" icon={Plus} href={created.href} className="me-1 phone:hidden">
          {t(created.labelKey)}
        </LinkButton>
      )}
      {ofFolder.map(({ id, icon, label, shortcut, onSelect }) => (
        <IconButton key={id} icon={icon} label={label} shortcut={shortcut} onClick={onSelect} className={besidePath} />
      ))}
      <Menu label={t('storage:menu.sorting')} items={viewMenu} align="end">
        <IconButton icon={ArrowDownWideNarrow} label={t('storage:menu.sorting')} />
      </Menu>
      <IconButton
        icon={grid ? List : LayoutGrid}
        label={t(grid ? 'storage:menu.listView' : 'storage:menu.gridView')}
        shortcut={shell.shortcuts.shown(shortcutKeys.view)}
        onClick={() => change({ preview: grid ? 'list' : 'grid' })}
        className={optional}
      />
      <IconButton
        icon={PanelRight}
        label={t('storage:menu.info')}
        shortcut={shell.shortcuts.shown(shortcutKeys.info)}
        pressed={detail}
        onClick={() => shell.toggleDetail()}
        className="rtl:-scale-x-100 phone:hidden"
      />
    </div>
  )
}

/** “Create ▾”: upload and new folder. */
const CreateMenu = () => {
  const t = useT()
  return (
    <span className="me-1 phone:hidden">
      <Menu label={t('storage:menu.create')} items={createMenu} align="end">
        <Button variant="solid" icon={Plus} trailing={ChevronDown}>
          {t('storage:menu.create')}
        </Button>
      </Menu>
    </span>
  )
}
