import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx, Icon, type IconType, isTouchOnly, useT } from '../../../../web/ui.ts'

const chip = 'h-8 shrink-0 rounded-full border text-13 pointer-coarse:h-10'
const onColors = 'border-brand-line bg-brand-tint font-medium text-brand-text'
const offColors = 'border-line-strong bg-surface text-muted hover:bg-hover hover:text-text'

type PickProps = { label: string; value: string; options: [string, string][]; onPick: (value: string) => void }

/** A chip that offers values; the first option is none. */
export const ValueChip = ({ label, value, options, onPick }: PickProps) => (
  <select
    aria-label={label}
    data-on={value !== '' || undefined}
    value={value}
    onChange={(event) => onPick(event.currentTarget.value)}
    className={cx(chip, value === '' ? offColors : onColors, 'max-w-48 cursor-pointer truncate ps-3 pe-1.5')}
  >
    <option value="">{label}</option>
    {options.map(([id, text]) => (
      <option key={id} value={id}>
        {text}
      </option>
    ))}
  </select>
)

type ToggleProps = { icon: IconType; on: boolean; onClick: () => void; children: string }

/** A filter that is on or off. */
export const ToggleChip = ({ icon, on, onClick, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={on}
    data-on={on || undefined}
    onClick={onClick}
    className={cx(chip, on ? onColors : offColors, 'flex items-center gap-1.5 ps-2.5 pe-3')}
  >
    <Icon of={icon} size={14} />
    {children}
  </button>
)

/** Gives the focus to the search field, as the button disappears; where that opens a screen keyboard, to the dialog. */
export const focusSearch = ({ currentTarget }: MouseEvent) => {
  const dialog = currentTarget.closest<HTMLElement>('[role=dialog]')
  const field = isTouchOnly() ? dialog : dialog?.querySelector<HTMLElement>('[role=combobox]')
  field?.focus()
}

/** A filter that a click removes, and its chip with it. */
export const RemovableChip = ({ onRemove, children }: { onRemove: () => void; children: string }) => {
  const t = useT()
  return (
    <button
      type="button"
      aria-label={t('storage:search.removeFilter', { name: children })}
      data-on
      onClick={(event) => {
        focusSearch(event)
        onRemove()
      }}
      className={cx(chip, onColors, 'flex items-center gap-1.5 ps-2.5 pe-3')}
    >
      <Icon of={X} size={14} />
      {children}
    </button>
  )
}
