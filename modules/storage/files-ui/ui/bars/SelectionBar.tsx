import { Ellipsis, X } from 'lucide-react'
import { Button, cx, formatBytes, IconButton, usePageContext, useT } from '../../../../web/ui.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useSelectionSize } from '../detail/useSelectionSize.ts'
import { useSelection } from '../useListing.ts'
import { BarButton } from './BarButton.tsx'
import { SelectionMenu } from './SelectionMenu.tsx'
import { useSelectionActions } from './useSelectionActions.ts'

/** Number and size of the selected items, and their actions, above the list. Phones have `PhoneSelectionBar`. */
export const SelectionBar = ({ className }: { className?: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { folderView, count } = useSelection()
  const actions = useSelectionActions()
  const size = useSelectionSize()
  return (
    <div
      ref={leavesFocus}
      role="toolbar"
      aria-label={t('storage:page.selection')}
      className={cx('flex min-w-0 items-center gap-1', className)}
    >
      <p role="status" className="me-2 min-w-0 truncate text-14 tabular-nums">
        <span className="font-medium">{t('storage:list.selected', { count })}</span>
        {size ? <span className="text-muted @max-[47rem]/files:hidden"> · {formatBytes(size, locale)}</span> : null}
      </p>
      {actions.map(({ id, icon, label, shortcut, onSelect, isExtra }) =>
        id === 'restore' ? (
          <Button key={id} icon={icon} variant="tinted" size="sm" onClick={onSelect}>
            {label}
          </Button>
        ) : (
          <BarButton
            key={id}
            {...{ icon, label, shortcut }}
            onClick={onSelect}
            className={isExtra && '@max-[76rem]/files:hidden'}
          />
        ),
      )}
      {count > 0 && (
        <SelectionMenu>
          <IconButton icon={Ellipsis} size="sm" label={t('storage:menu.more')} />
        </SelectionMenu>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={t('storage:menu.clear')}
        shortcut="Escape"
        onClick={() => folderView.selection.clear()}
      />
    </div>
  )
}
