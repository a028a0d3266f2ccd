import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../../../web/ui.ts'

type AutosaveFieldProps = Omit<TextFieldProps, 'value' | 'onValue' | 'error'> & {
  value: string
  error?: string | undefined
  /** Why the text cannot be kept as it stands; asked while typing. */
  check?: (text: string) => string | undefined
  /** Keeps the text; false when it was refused. */
  onKeep: (text: string) => Promise<boolean>
}

/** A text that is kept when the field is left or Enter pressed. What is refused stays as it was typed. */
export const AutosaveField = ({ value, error, check, onKeep, ...rest }: AutosaveFieldProps) => {
  const [text, setText] = useState(value)
  const refused = useRef(false)
  useEffect(() => {
    if (!refused.current) setText(value)
  }, [value])
  const problem = check?.(text)
  const keep = async () => {
    const wanted = text.trim()
    if (problem || wanted === value) return
    refused.current = true
    refused.current = !(await onKeep(wanted))
  }
  return (
    <TextField
      autoComplete="off"
      {...rest}
      value={text}
      error={problem ?? error}
      onValue={setText}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          void keep()
        }
      }}
    />
  )
}
