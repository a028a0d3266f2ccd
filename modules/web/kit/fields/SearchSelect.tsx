import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { use, useState } from 'react'
import { cx } from '../cx.ts'
import { InDialog } from '../dialogs/InDialog.ts'
import { Icon } from '../icon.tsx'
import { boxClass, Field, type FieldProps } from './Field.tsx'
import { OptionList } from './OptionList.tsx'
import type { SelectOption } from './Select.tsx'

export type SearchSelectProps = FieldProps & {
  options: readonly SelectOption[]
  value: string | null
  onValue: (value: string) => void
  placeholder?: string
  disabled?: boolean
  /** For a plain form: a hidden input of that name carries the value. */
  name?: string
  id?: string
  className?: string
}

/** A select with icons and second lines; a search field appears above 5 options. */
export const SearchSelect = (props: SearchSelectProps) => {
  const { options, value, onValue, placeholder, disabled, name, id, className } = props
  const [open, setOpen] = useState(false)
  const modal = use(InDialog)
  const selected = options.find((option) => option.value === value)
  const { label, hideLabel, help, error, labelEnd } = props
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      help={help}
      error={error}
      labelEnd={labelEnd}
      id={id}
      className={className}
    >
      {(aria) => (
        <Popover.Root open={open} onOpenChange={setOpen} modal={modal}>
          {name && <input type="hidden" name={name} value={value ?? ''} />}
          <Popover.Trigger
            {...aria}
            role="combobox"
            aria-expanded={open}
            aria-haspopup="listbox"
            disabled={disabled}
            className={cx(boxClass, 'flex h-9 items-center gap-2 pe-3 text-start pointer-coarse:h-11')}
          >
            {selected?.icon && <Icon of={selected.icon} className="shrink-0 text-muted" />}
            <span className={cx('grow truncate', !selected && 'text-muted')}>{selected?.label ?? placeholder}</span>
            <Icon of={ChevronsUpDown} size={14} className="shrink-0 text-muted" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              aria-label={label}
              align="start"
              sideOffset={4}
              collisionPadding={8}
              className="z-60 w-(--radix-popover-trigger-width) min-w-48 animate-pop overflow-hidden rounded-md bg-raised shadow-float outline-none"
            >
              <OptionList
                label={label}
                options={options}
                value={value}
                onPick={(next) => {
                  onValue(next)
                  setOpen(false)
                }}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  )
}
