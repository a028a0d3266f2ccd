import { CheckCheck, Ellipsis, X } from 'lucide-react'
import { Button, Icon, IconButton, useCloseGesture, useT } from '../../../../web/ui.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useSelection } from '../useListing.ts'
import { SelectionCount } from './SelectionCount.tsx'
import { SelectionMenu } from './SelectionMenu.tsx'
import { useSelectionActions } from './useSelectionActions.ts'

/** Number and size of the selected items, and their actions with words, below the list. */
export const PhoneSelectionBar = () => {
  const t = useT()
  const { folderView, count } = useSelection()
  const actions = useSelectionActions().filter(({ isExtra }) => !isExtra)
  const { selection, listing } = folderView
  useCloseGesture(() => selection.clear())
  return (
    <div
      ref={leavesFocus}
      role="toolbar"
      aria-label={t('storage:page.selection')}
      className="shrink-0 border-t border-line bg-raised"
    >
      <div className="flex items-center gap-1 ps-4 pe-2 pt-1">
        <SelectionCount className="grow" />
        {count < listing.state.total && (
          <Button
            variant="quiet"
            size="sm"
            icon={CheckCheck}
            onClick={() => selection.all({ everythingKnown: listing.complete() })}
          >
            {t('storage:list.selectAll')}
          </Button>
        )}
        <IconButton icon={X} size="sm" label={t('storage:menu.clear')} onClick={() => selection.clear()} />
      </div>
      {count > 0 && (
        <div className="flex h-14">
          {actions.map(({ id, icon, label, onSelect, disabled }) => (
            <button
              key={id}
              type="button"
              disabled={disabled}
              className="bar-tab text-text disabled:opacity-40"
              onClick={onSelect}
            >
              <Icon of={icon} size={20} />
              <span className="max-w-full truncate px-0.5">{label}</span>
            </button>
          ))}
          <SelectionMenu>
            <button type="button" className="bar-tab text-text">
              <Icon of={Ellipsis} size={20} />
              <span className="max-w-full truncate px-0.5">{t('storage:menu.moreShort')}</span>
            </button>
          </SelectionMenu>
        </div>
      )}
    </div>
  )
}
