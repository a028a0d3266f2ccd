import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & {
  label: string
  hideLabel?: boolean
  help?: ReactNode
  error?: ReactNode
  onValue?: (checked: boolean) => void
}

/** On or off, at once. Label and help at the start, switch at the end. */
export const Switch = ({ label, hideLabel, help, error, onValue, onChange, className, id, ...rest }: SwitchProps) => {
  const own = useId()
  const field = id ?? own
  const described = [error && `${field}-error`, help && `${field}-help`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex items-start justify-between gap-4', className)}>
      <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <label htmlFor={field} className="block text-body font-medium">
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
      <span className="relative inline-grid h-6 w-10 shrink-0">
        <input
          {...rest}
          id={field}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state itself
          role="switch"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            onChange?.(event)
            onValue?.(event.currentTarget.checked)
          }}
          className="peer col-start-1 row-start-1 m-0 h-6 w-10 cursor-pointer appearance-none rounded-full bg-control transition-[background-color] checked:bg-brand-mark disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-0.5 top-0.5 size-5 rounded-full bg-surface transition-transform peer-checked:translate-x-4 peer-checked:bg-on-brand-mark rtl:peer-checked:-translate-x-4 forced-colors:hidden"
        />
      </span>
    </div>
  )
}
