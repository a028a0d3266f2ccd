import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'ref'> & {
  label: ReactNode
  /** For rows whose name already stands beside it; `label` must then be a string. */
  hideLabel?: boolean
  help?: ReactNode
  error?: ReactNode
  /** Some but not all. */
  indeterminate?: boolean
  onValue?: (checked: boolean) => void
}

/** A native checkbox with our box. */
export const Checkbox = (props: CheckboxProps) => {
  const { label, hideLabel, help, error, indeterminate = false, onValue, onChange, className, id, ...rest } = props
  const own = useId()
  const field = id ?? own
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  const described = [error && `${field}-error`, help && `${field}-help`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex items-start gap-2.5', className)}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...rest}
          ref={input}
          id={field}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            onChange?.(event)
            onValue?.(event.currentTarget.checked)
          }}
          className="peer size-4.5 appearance-none rounded-xs border border-control bg-surface before:absolute before:inset-0 checked:border-brand-mark checked:bg-brand-mark indeterminate:border-brand-mark indeterminate:bg-brand-mark aria-invalid:border-danger-mark disabled:opacity-50 dark:bg-page dark:checked:bg-brand-mark dark:indeterminate:bg-brand-mark forced-colors:appearance-auto"
        />
        <span className="pointer-events-none absolute hidden text-on-brand-mark peer-checked:block peer-indeterminate:hidden forced-colors:hidden!">
          <Icon of={Check} size={14} className="stroke-3" />
        </span>
        <span className="pointer-events-none absolute hidden text-on-brand-mark peer-indeterminate:block forced-colors:hidden!">
          <Icon of={Minus} size={14} className="stroke-3" />
        </span>
      </span>
      <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <label htmlFor={field} className="block py-0.5 text-body">
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
    </div>
  )
}
