import { cx } from '../cx.ts'
import { type CheckedProps, CheckedText, useCheckedField } from './checked-field.tsx'

export type SwitchProps = CheckedProps & { label: string }

/** A setting that applies immediately. Label and help at the start, switch at the end. */
export const Switch = ({ label, hideLabel, help, error, onValue, onChange, className, id, ...rest }: SwitchProps) => {
  const { field, input } = useCheckedField({ id, help, error, onValue, onChange })
  return (
    <div className={cx('flex items-start justify-between gap-4', className)}>
      <CheckedText
        field={field}
        label={label}
        hideLabel={hideLabel}
        help={help}
        error={error}
        className="font-medium"
      />
      <span className="relative inline-grid h-6 w-10 shrink-0">
        <input
          {...rest}
          {...input}
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state
          role="switch"
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
