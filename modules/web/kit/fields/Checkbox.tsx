import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { type CheckedProps, CheckedText, useCheckedField } from './checked-field.tsx'

export type CheckboxProps = Omit<CheckedProps, 'ref'> & {
  label: ReactNode
  /** Some but not all. */
  indeterminate?: boolean
}

/** A native checkbox with a custom box. */
export const Checkbox = (props: CheckboxProps) => {
  const { label, hideLabel, help, error, indeterminate = false, onValue, onChange, className, id, ...rest } = props
  const { field, input: shared } = useCheckedField({ id, help, error, onValue, onChange })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <div className={cx('flex items-start gap-2.5', className)}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...rest}
          ref={input}
          {...shared}
          className="peer size-4.5 appearance-none rounded-xs border border-control bg-surface before:absolute before:inset-0 checked:border-brand-mark checked:bg-brand-mark indeterminate:border-brand-mark indeterminate:bg-brand-mark aria-invalid:border-danger-mark disabled:opacity-50 dark:bg-page dark:checked:bg-brand-mark dark:indeterminate:bg-brand-mark forced-colors:appearance-auto"
        />
        <span className="pointer-events-none absolute hidden text-on-brand-mark peer-checked:block peer-indeterminate:hidden forced-colors:hidden!">
          <Icon of={Check} size={14} className="stroke-3" />
        </span>
        <span className="pointer-events-none absolute hidden text-on-brand-mark peer-indeterminate:block forced-colors:hidden!">
          <Icon of={Minus} size={14} className="stroke-3" />
        </span>
      </span>
      <CheckedText field={field} label={label} hideLabel={hideLabel} help={help} error={error} className="py-0.5" />
    </div>
  )
}
