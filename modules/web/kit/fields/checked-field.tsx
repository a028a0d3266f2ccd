import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/** Props shared by checkbox and switch. */
export type CheckedProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & {
  /** For rows that already show the name; `label` must then be a string. */
  hideLabel?: boolean
  help?: ReactNode
  error?: ReactNode
  onValue?: (checked: boolean) => void
}

/** Id of the field, and the input's attributes shared by checkbox and switch. */
export const useCheckedField = ({ id, help, error, onValue, onChange }: CheckedProps) => {
  const generated = useId()
  const field = id ?? generated
  return {
    field,
    input: {
      id: field,
      type: 'checkbox' as const,
      'aria-describedby': [error && `${field}-error`, help && `${field}-help`].filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? true : undefined,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        onChange?.(event)
        onValue?.(event.currentTarget.checked)
      },
    },
  }
}

interface TextProps extends Pick<CheckedProps, 'hideLabel' | 'help' | 'error'> {
  field: string
  label: ReactNode
  /** Classes of the label. */
  className: string
}

/** Label, help and error beside the control. */
export const CheckedText = ({ field, label, hideLabel, help, error, className }: TextProps) => (
  <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
    <label htmlFor={field} className={cx('block text-body', className)}>
      {label}
    </label>
    {help && (
      <p id={`${field}-help`} className="text-small text-pretty text-muted">
        {help}
      </p>
    )}
    {error && (
      <p id={`${field}-error`} className="text-small text-danger-text">
        {error}
      </p>
    )}
  </div>
)
