import { CheckCheck, CornerDownRight, Download, Ellipsis, LifeBuoy, Trash2, X } from 'lucide-react'
import { Button, cx, formatBytes, formatNumber, IconButton, Menu, usePageContext, useT } from '../../../../web/ui.ts'
import { mayEditSelection } from '../../client/abilities.ts'
import { sizeOf } from '../../client/selection-target.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useMenu } from '../menus.ts'
import { useFileActions } from '../useFileActions.ts'
import { useSelection } from '../useListing.ts'

/** Number and size of the selected items, and their actions. */
export const SelectionBar = ({ className }: { className?: string }) => {
  const { dialogs } = useFiles()
  const t = useT()
  const { locale } = usePageContext()
  const { folderView, count } = useSelection()
  const fileActions = useFileActions()
  const added = useExtensionActions().ofSelection()
  const menu = useMenu()
  const { selection, listing, location } = folderView
  const picked = selection.picked()
  const known =
    picked.kind === 'some' && picked.unloaded.length === 0
      ? [...picked.ids].flatMap((id) => listing.find(id) ?? [])
      : null
  const size = known && sizeOf(known)
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
        {size ? <span className="text-muted"> · {formatBytes(size, locale)}</span> : null}
      </p>
      {count < listing.state.total && (
        <IconButton
          icon={CheckCheck}
          label={t('storage:list.selectAll')}
          shortcut="mod+a"
          onClick={() => selection.all(listing.complete())}
        />
      )}
      {count === 0 ? null : location.view === 'trash' ? (
        <>
          <Button icon={LifeBuoy} variant="tinted" onClick={fileActions.restore}>
            {t('storage:menu.restore')}
          </Button>
          <IconButton
            icon={Trash2}
            label={t('storage:menu.deletePermanently')}
            shortcut="Delete"
            onClick={fileActions.remove}
          />
        </>
      ) : (
        <>
          {added.map(({ id, icon, label, shortcut, onSelect }, index) => (
            <IconButton
              key={id}
              {...{ icon, label, shortcut }}
              onClick={onSelect}
              className={index > 0 ? 'phone:hidden' : undefined}
            />
          ))}
          <IconButton icon={Download} label={t('storage:menu.download')} shortcut="D" onClick={fileActions.download} />
          {mayEditSelection(folderView) && (
            <>
              <IconButton
                icon={CornerDownRight}
                label={t('storage:menu.move')}
                onClick={fileActions.move}
                // Phones have room for a few actions; the menu has all.
                className={added.length > 0 ? 'phone:hidden' : undefined}
              />
              <IconButton
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
          <IconButton icon={Ellipsis} label={t('storage:menu.more')} />
        </Menu>
      )}
      <IconButton icon={X} label={t('storage:menu.clear')} shortcut="Escape" onClick={() => selection.clear()} />
    </div>
  )
}
