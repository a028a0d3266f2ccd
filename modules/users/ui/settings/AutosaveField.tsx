import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps, useLatest } from '../../../web/ui.ts'

type AutosaveFieldProps = Omit<TextFieldProps, 'value' | 'onValue' | 'error'> & {
  value: string
  error?: string | undefined
  /** Error of the text while it is typed. */
  check?: (text: string) => string | undefined
  /** Saves the text; false when that failed. */
  onSave: (text: string) => Promise<boolean>
  /** After a failed save the stored text was typed back: its error no longer applies. */
  onRevert?: () => void
}

/** A text field that saves on blur and on Enter. After an error it keeps the typed text. */
export const AutosaveField = ({ value, error, check, onSave, onRevert, ...rest }: AutosaveFieldProps) => {
  const [text, setText] = useState(value)
  const edit = useRef<'none' | 'saving' | 'rejected'>('none')
  /** The last text that was sent, which may have been rejected. */
  const sent = useRef(value)
  const followed = useRef(value)
  const stored = useLatest(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value only
  useEffect(() => {
    const before = followed.current
    followed.current = value
    // The failed save was carried out after all: the server's value is the typed one.
    if (edit.current === 'rejected' && value === sent.current) endRejected()
    // A change by somebody else does not replace text that is typed and not sent.
    if (edit.current === 'none')
      setText((current) => (current === before || current.trim() === sent.current ? value : current))
  }, [value])
  const problem = check?.(text)
  const endRejected = () => {
    edit.current = 'none'
    sent.current = value
    onRevert?.()
  }
  /** True when there is nothing to save. Ends the edit of a text that was rejected before. */
  const isStored = (next: string) => {
    if (next !== value) return false
    if (edit.current === 'rejected') endRejected()
    return true
  }
  const save = async () => {
    const next = text.trim()
    const isSending = edit.current === 'saving' && next === sent.current
    if (problem || isStored(next) || isSending) return
    sent.current = next
    edit.current = 'saving'
    const isSaved = await onSave(next)
    if (sent.current !== next) return
    edit.current = isSaved ? 'none' : 'rejected'
    // Somebody else has changed the value meanwhile.
    const { current: latest } = stored
    if (isSaved && latest !== value && latest !== next) setText((now) => (now.trim() === next ? latest : now))
  }
  // A focused field that is removed, by Escape, gets no blur event.
  const leave = () => {
    if (text.trim() !== sent.current) void save()
  }
  const latest = useLatest(leave)
  useEffect(() => () => latest.current(), [])
  return (
    <TextField
      autoComplete="off"
      {...rest}
      value={text}
      error={problem ?? error}
      onValue={(typed) => {
        setText(typed)
        isStored(typed.trim())
      }}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          void save()
        }
      }}
    />
  )
}
