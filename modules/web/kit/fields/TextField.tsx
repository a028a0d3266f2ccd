import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { boxClass, Field, type FieldProps } from './Field.tsx'

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size'> & {
    icon?: IconType
    /** Inside the box at its end, e.g. a unit or a button. */
    trailing?: ReactNode
    size?: 'md' | 'lg'
    /** Shows a password as plain text at first. */
    revealed?: boolean
    /** Called with the new text, in addition to the native `onChange`; also with text typed before hydration. */
    onValue?: (value: string) => void
  }

/** A single-line text field; `type="password"` adds a reveal button. */
export const TextField = ({
  label,
  hideLabel,
  help,
  error,
  labelEnd,
  icon,
  trailing,
  size = 'md',
  type = 'text',
  revealed = false,
  id,
  className,
  onValue,
  onChange,
  dir,
  style,
  ...rest
}: TextFieldProps) => {
  const t = useT()
  const [shown, setShown] = useState(revealed)
  const secret = type === 'password'
  const end = secret ? (
    <IconButton
      size="sm"
      icon={shown ? EyeOff : Eye}
      label={t(shown ? 'web:kit.password.hide' : 'web:kit.password.show')}
      onClick={() => setShown(!shown)}
      className="noscript:hidden pointer-coarse:size-9"
    />
  ) : (
    trailing
  )
  const box = useRef<HTMLDivElement>(null)
  // React keeps text typed before hydration in the field, but calls no handler for it: the next rendering would empty it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useLayoutEffect(() => {
    const input = box.current?.querySelector('input')
    if (rest.value === undefined || !input) return
    // The browser changes values by the type of their field, such as colors to lower case.
    const rendered = Object.assign(input.cloneNode() as HTMLInputElement, { value: String(rest.value) }).value
    if (input.value !== rendered) onValue?.(input.value)
  }, [])
  const endRef = useRef<HTMLSpanElement>(null)
  /** Width of the element at the end, in px: the text must not run below it. */
  const [endWidth, setEndWidth] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element at the end changes with the page's language only
  useLayoutEffect(() => {
    if (trailing) setEndWidth(endRef.current?.offsetWidth ?? 0)
  }, [Boolean(trailing)])
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
        // The text’s direction, which may not be the page’s, decides which side is the end.
        <div ref={box} className="relative" dir={dir}>
          {icon && (
            <Icon
              of={icon}
              size={16}
              className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
            />
          )}
          <input
            {...rest}
            {...aria}
            style={endWidth > 0 ? { ...style, paddingInlineEnd: endWidth + 8 } : style}
            type={secret && shown ? 'text' : type}
            onChange={(event) => {
              onChange?.(event)
              onValue?.(event.currentTarget.value)
            }}
            className={cx(
              boxClass,
              size === 'lg' ? 'h-11' : 'h-9 pointer-coarse:h-11',
              icon && 'ps-9',
              end && 'pe-11',
              type === 'number' && 'tabular-nums',
            )}
          />
          {end && (
            <span ref={endRef} className="absolute end-1 top-1/2 flex -translate-y-1/2 items-center text-muted">
              {end}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
