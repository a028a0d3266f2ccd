import { X } from 'lucide-react'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { boxClass, Field, type FieldProps } from './Field.tsx'

export type ChipsFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'inputMode' | 'dir' | 'placeholder' | 'id' | 'className'> & {
    values: readonly string[]
    onValues: (values: string[]) => void
    /** Typed text that is not yet a chip. */
    text: string
    onText: (text: string) => void
    /** Splits a text into values, e.g. at commas and spaces. */
    split: (text: string) => string[]
    isValid: (value: string) => boolean
    /** Accessible name of a chip's remove button. */
    removeLabel: (value: string) => string
    /** Enter while nothing is typed. */
    onEnter?: () => void
  }

/**
 * A field for several short values. Enter, a separator, pasting and leaving the field turn typed text into chips;
 * Backspace in the empty field takes the last one back.
 */
export const ChipsField = (props: ChipsFieldProps) => {
  const { values, onValues, text, onText, split, isValid, removeLabel, onEnter, inputMode, dir, placeholder } = props
  const { label, hideLabel, help, error, labelEnd, id, className } = props
  const input = useRef<HTMLInputElement>(null)
  const add = (typed: string) => {
    const added = split(typed)
    if (added.length > 0) onValues([...new Set([...values, ...added])])
    onText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ',' && text.trim() !== '')) {
      event.preventDefault()
      if (text.trim() === '') onEnter?.()
      else add(text)
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      event.preventDefault()
      onText(values.at(-1) ?? '')
      onValues(values.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (split(pasted).length < 2) return
    event.preventDefault()
    add(`${text} ${pasted}`)
  }
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
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click beside the text focuses the input
        <div
          className={cx(
            boxClass,
            'flex min-h-9 cursor-text flex-wrap items-center gap-1 p-[3px]! has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus pointer-coarse:min-h-11',
            error && 'border-danger-mark',
          )}
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          {values.map((value) => (
            <span
              key={value}
              dir={dir}
              className={cx(
                'inline-flex h-7 max-w-full items-center rounded-sm ps-2 text-13',
                isValid(value) ? 'bg-active' : 'bg-danger-tint text-danger-text',
              )}
            >
              <span className="truncate">{value}</span>
              <button
                type="button"
                aria-label={removeLabel(value)}
                onClick={() => {
                  onValues(values.filter((other) => other !== value))
                  input.current?.focus()
                }}
                className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-hover"
              >
                <Icon of={X} size={14} />
              </button>
            </span>
          ))}
          <input
            {...aria}
            inputMode={inputMode}
            dir={dir}
            ref={input}
            placeholder={values.length === 0 ? placeholder : undefined}
            value={text}
            onChange={(event) => {
              const typed = event.currentTarget.value
              if (split(typed).length > 1 || /[\s,;]$/.test(typed)) add(typed)
              else onText(typed)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => add(text)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="h-7 w-16 min-w-16 grow bg-transparent px-1.5 outline-none"
          />
        </div>
      )}
    </Field>
  )
}
