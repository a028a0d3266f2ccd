import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'

export type Choice = { value: string; label: string; text?: ReactNode; icon?: IconType; disabled?: boolean }

type GroupProps = {
  /** Names the group. */
  label: string
  hideLabel?: boolean
  options: readonly Choice[]
  value: string | null
  onValue: (value: string) => void
  /** Form field name; made up when left out. */
  name?: string
  disabled?: boolean
  className?: string
}

export type RadioGroupProps = GroupProps & { error?: ReactNode; boxed?: boolean }

const dot =
  'size-4.5 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[5.5px] checked:border-brand-mark disabled:opacity-50 dark:bg-page forced-colors:appearance-auto'

/** One of a few, each with room for a line of explanation; `boxed` draws each as a card. */
export const RadioGroup = (props: RadioGroupProps) => {
  const { label, hideLabel, options, value, onValue, name, disabled, className, error, boxed } = props
  const own = useId()
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={error ? `${own}-error` : undefined}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-small font-medium'}>{label}</legend>
      <div className={boxed ? 'grid gap-2' : 'grid gap-1'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-8 items-start gap-3 py-1.5',
              boxed &&
                'rounded-md border border-line-strong px-3.5 py-3 hover:bg-hover has-checked:border-brand-mark has-checked:bg-brand-tint',
            )}
          >
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled}
              onChange={() => onValue(option.value)}
              className={cx(dot, 'mt-px')}
            />
            <span className="min-w-0 grow">
              <span className="block text-body font-medium">{option.label}</span>
              {option.text && <span className="block text-small text-pretty text-muted">{option.text}</span>}
            </span>
            {option.icon && <Icon of={option.icon} size={18} className="shrink-0 text-muted" />}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${own}-error`} className="mt-1.5 text-small text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export type SegmentedProps = GroupProps & {
  /** Icons alone; the labels become names and tooltips. */
  iconsOnly?: boolean
  /** Equal parts over the full width. */
  wide?: boolean
}

/** One of two to five, in a row; radios underneath, so the arrow keys work. */
export const Segmented = (props: SegmentedProps) => {
  const { label, hideLabel = true, options, value, onValue, name, disabled, className, iconsOnly, wide } = props
  const own = useId()
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-small font-medium'}>{label}</legend>
      <div className={cx('rounded-md bg-n5 p-0.5 dark:bg-page', wide ? 'flex' : 'inline-flex')}>
        {options.map((option) => (
          <label
            key={option.value}
            data-tip={iconsOnly ? option.label : undefined}
            className={cx(
              'inline-flex h-8 items-center justify-center gap-1.5 rounded-sm text-13 font-medium text-muted transition-[background-color,color] select-none hover:text-text has-checked:bg-surface has-checked:text-text has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:opacity-50 pointer-coarse:h-10 dark:has-checked:bg-hover forced-colors:has-checked:bg-[Highlight]',
              iconsOnly ? 'w-9 pointer-coarse:w-11' : 'px-3',
              wide && 'grow basis-0',
            )}
          >
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled}
              onChange={() => onValue(option.value)}
              className="sr-only"
            />
            {option.icon && <Icon of={option.icon} className="shrink-0" />}
            <span className={iconsOnly ? 'sr-only' : 'truncate'}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
