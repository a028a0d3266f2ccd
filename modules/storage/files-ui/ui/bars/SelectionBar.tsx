import { CheckCheck, CornerDownRight, Download, Ellipsis, RotateCcw, Trash2, X } from 'lucide-react'
import {
  Button,
  cx,
  formatBytes,
  formatNumber,
  IconButton,
  Menu,
  usePageContext,
  useShell,
  useT,
} from '../../../../web/ui.ts'
import { mayEditSelection } from '../../client/abilities.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useSelectionSize } from '../detail/useSelectionSize.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useMenu } from '../menus.ts'
import { useFileActions } from '../useFileActions.ts'
import { useSelection } from '../useListing.ts'
import { BarButton } from './BarButton.tsx'

/** Number and size of the selected items, and their actions: above the list, on phones below it. */
export const SelectionBar = ({ className }: { className?: string }) => {
  const { dialogs } = useFiles()
  const { shortcuts } = useShell()
  const t = useT()
  const { locale } = usePageContext()
  const { folderView, count } = useSelection()
  const fileActions = useFileActions()
  const added = useExtensionActions().ofSelection()
  const menu = useMenu()
  const { selection, listing, location } = folderView
  const size = useSelectionSize()
  return (
    <div
      ref={leavesFocus}
      role="toolbar"
      aria-label={t('storage:page.selection')}
      className={cx('flex min-w-0 items-center gap-1', className)}
    >
      <p role="status" className="me-2 min-w-0 truncate text-14 tabular-nums phone:grow">
        {/* Phones show the number only; screen readers get the whole text. */}
        <span aria-hidden="true" className="font-semibold sm:hidden">
          {formatNumber(count, locale)}
        </span>
        <span className="font-medium phone:sr-only">{t('storage:list.selected', { count })}</span>
        {size ? <span className="text-muted sm:@max-[47rem]/files:hidden"> · {formatBytes(size, locale)}</span> : null}
      </p>
      {count < listing.state.total && (
        <IconButton
          icon={CheckCheck}
          label={t('storage:list.selectAll')}
          shortcut="mod+a"
          onClick={() => selection.all(listing.complete())}
          // Wider screens have a checkbox in the header of the list.
          className="sm:hidden"
        />
      )}
      {count === 0 ? null : location.section === 'trash' ? (
        <>
          <Button icon={RotateCcw} variant="tinted" size="sm" onClick={fileActions.restore}>
            {t('storage:menu.restore')}
          </Button>
          <BarButton
            icon={Trash2}
            label={t('storage:menu.deletePermanently')}
            shortcut="Delete"
            onClick={fileActions.remove}
          />
        </>
      ) : (
        <>
          {added.map(({ id, icon, label, shortcut, onSelect }, index) => (
            <BarButton
              key={id}
              {...{ icon, label, shortcut }}
              onClick={onSelect}
              // The menu has all of them.
              className={index > 0 ? 'phone:hidden @max-[76rem]/files:hidden' : undefined}
            />
          ))}
          <BarButton
            icon={Download}
            label={t('storage:menu.download')}
            shortcut={shortcuts.shown('d')}
            onClick={fileActions.download}
          />
          {mayEditSelection(folderView) && (
            <>
              <BarButton
                icon={CornerDownRight}
                label={t('storage:menu.move')}
                onClick={fileActions.move}
                // Phones have room for a few actions; the menu has all.
                className={added.length > 0 ? 'phone:hidden' : undefined}
              />
              <BarButton
                icon={Trash2}
                label={t('storage:menu.delete')}
                shortcut="Delete"
                onClick={fileActions.remove}
              />
            </>
          )}
        </>
      )}
      {count > 0 && (
        <Menu
          label={t('storage:menu.more')}
          align="end"
          items={() => {
            dialogs.state.menuFor = 'selection'
            return menu()
          }}
        >
          <IconButton icon={Ellipsis} size="sm" label={t('storage:menu.more')} />
        </Menu>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={t('storage:menu.clear')}
        shortcut="Escape"
        onClick={() => selection.clear()}
      />
    </div>
  )
}
