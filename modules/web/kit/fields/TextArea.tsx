import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { boxClass, Field, type FieldProps } from './Field.tsx'

export type TextAreaProps = FieldProps & ComponentProps<'textarea'> & { onValue?: (value: string) => void }

/** A multi-line text field; grows with its content where the browser supports it. */
export const TextArea = ({
  label,
  hideLabel,
  help,
  error,
  labelEnd,
  id,
  className,
  rows = 3,
  onValue,
  onChange,
  ...rest
}: TextAreaProps) => (
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
      <textarea
        {...rest}
        {...aria}
        rows={rows}
        onChange={(event) => {
          onChange?.(event)
          onValue?.(event.currentTarget.value)
        }}
        className={cx(boxClass, 'block field-sizing-content min-h-20 resize-y py-2')}
      />
    )}
  </Field>
)
