import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'

/** Props of every labeled control. */
export type FieldProps = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  help?: ReactNode
  /** Makes the control invalid; read out with it. */
  error?: ReactNode
  /** At the end of the label's row, e.g. "Forgotten?". */
  labelEnd?: ReactNode
}

export type ControlAria = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = FieldProps & {
  id?: string
  required?: boolean
  className?: string
  children: (aria: ControlAria) => ReactNode
}

/** Label, control, error, help; wires ids and descriptions. */
export const Field = ({ label, hideLabel, help, error, labelEnd, id: given, className, children }: Props) => {
  const generated = useId()
  const id = given ?? generated
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={cx('min-w-0', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && !labelEnd ? 'sr-only' : 'mb-1.5')}>
        <label htmlFor={id} className={cx('text-small font-medium', hideLabel && 'sr-only')}>
          {label}
        </label>
        {labelEnd && <span className="text-small">{labelEnd}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-small text-danger-text">
          <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-small text-pretty text-muted">
          {help}
        </p>
      )}
    </div>
  )
}

/** Classes of a text box. */
export const boxClass =
  'w-full rounded-sm border border-control bg-surface px-3 text-body text-text transition-[border-color] outline-offset-[-1px] hover:border-muted focus-visible:border-focus aria-invalid:border-danger-mark disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-control dark:bg-page'
