import { Ellipsis, X } from 'lucide-react'
import { Button, cx, IconButton, useT } from '../../../../web/ui.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useSelection } from '../useListing.ts'
import { BarButton } from './BarButton.tsx'
import { SelectionCount } from './SelectionCount.tsx'
import { SelectionMenu } from './SelectionMenu.tsx'
import { useSelectionActions } from './useSelectionActions.ts'

/** Number and size of the selected items, and their actions, above the list. Phones have `PhoneSelectionBar`. */
export const SelectionBar = ({ className }: { className?: string }) => {
  const t = useT()
  const { folderView, count } = useSelection()
  const actions = useSelectionActions()
  return (
    <div
      ref={leavesFocus}
      role="toolbar"
      aria-label={t('storage:page.selection')}
      className={cx('flex min-w-0 items-center gap-1', className)}
    >
      <SelectionCount className="me-2" sizeClass="@max-[47rem]/files:hidden" />
      {actions.map(({ id, icon, label, shortcut, onSelect, isExtra, disabled }) =>
        id === 'restore' ? (
          <Button key={id} icon={icon} variant="tinted" size="sm" onClick={onSelect}>
            {label}
          </Button>
        ) : (
          <BarButton
            key={id}
            icon={icon}
            label={label}
            shortcut={shortcut}
            disabled={disabled}
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
        shortcut={shortcutKeys.clear}
        onClick={() => folderView.selection.clear()}
      />
    </div>
  )
}
