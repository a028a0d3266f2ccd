import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { boxClass, Field, type FieldProps } from './Field.tsx'

export type SelectOption = {
  value: string
  label: string
  disabled?: boolean
  /** Second line and icon: SearchSelect shows them, the native Select does not. */
  text?: string
  icon?: IconType
}

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'size' | 'children'> & {
    options: readonly SelectOption[]
    /** Shown while nothing is selected (value ""). */
    placeholder?: string
    size?: 'sm' | 'md' | 'lg'
    onValue?: (value: string) => void
  }

const heights = { sm: 'h-8 pointer-coarse:h-10', md: 'h-9 pointer-coarse:h-11', lg: 'h-11' }

/** The native select: the best one on phones, and sufficient for short lists. */
export const Select = ({
  label,
  hideLabel,
  help,
  error,
  labelEnd,
  options,
  placeholder,
  size = 'md',
  id,
  className,
  onValue,
  onChange,
  ...rest
}: SelectProps) => (
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
      <div className="relative">
        <select
          {...rest}
          {...aria}
          onChange={(event) => {
            onChange?.(event)
            onValue?.(event.currentTarget.value)
          }}
          className={cx(boxClass, 'appearance-none truncate pe-9', heights[size])}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronsUpDown}
          size={14}
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
        />
      </div>
    )}
  </Field>
)
