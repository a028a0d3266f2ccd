import { type KeyboardEvent, useEffect } from 'react'
import { useLatest, useUnsavedInput } from '../../web/ui.ts'
import { useServerValue } from './use-server-value.ts'

interface TypedValue {
  /** The server's value. */
  value: string
  isValid: (text: string) => boolean
  /** The typed text as the server stores it, which the field shows once it is saved. */
  normalize?: (text: string) => string
  onSave: (text: string) => void
}

/**
 * A typed value, which is saved when its field or the page is left or on Enter: a pause in typing would save a
 * half-typed one. An invalid value is not saved. `field`: properties of the text field.
 */
export const useTypedValue = ({ value, isValid, normalize = (typed) => typed, onSave }: TypedValue) => {
  const [saved, setSaved] = useServerValue(value)
  const [text, setText] = useServerValue(value, (typed) => typed !== saved)
  useUnsavedInput(() => (text !== saved && !isValid(text) ? 'unsaved' : 'saved'))
  const save = () => {
    if (text === saved || !isValid(text)) return
    const stored = normalize(text)
    setText(stored)
    if (stored === saved) return
    setSaved(stored)
    onSave(stored)
  }
  // A tab that is closed takes the focus from no field.
  const latest = useLatest(save)
  useEffect(() => {
    const leave = () => latest.current()
    // Captured, to run before the page's own listeners, which send the values.
    for (const event of ['beforeunload', 'pagehide']) window.addEventListener(event, leave, { capture: true })
    return () => {
      for (const event of ['beforeunload', 'pagehide']) window.removeEventListener(event, leave, { capture: true })
      // A focused field that is removed gets no blur event.
      leave()
    }
  }, [])
  const field = {
    value: text,
    onValue: setText,
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') save()
    },
  }
  return { text, setText, setSaved, field }
}
