import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../kit/index.ts'
import { useShell } from '../context.ts'
import { strokeOf } from './keys.ts'
import type { ActiveShortcut } from './shortcuts.ts'

/** A button after which the next typed character becomes the key of a shortcut. */
export const ChangeKey = ({ shortcut, list }: { shortcut: ActiveShortcut; list: readonly ActiveShortcut[] }) => {
  const t = useT()
  const { setPref } = useShell()
  const [listening, setListening] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  const { original, label } = shortcut
  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOf(event, { isMac: false })
    if (!listening || !/^[!-~]$/.test(stroke)) return
    event.preventDefault()
    const other = list.find(({ keys, original: id }) => id !== original && keys.split(' ')[0] === stroke)
    setTaken(other?.label ?? null)
    if (other) return
    setPref('changedKeys', ({ [original]: _before, ...others }) =>
      stroke === original ? others : { ...others, [original]: stroke },
    )
    setListening(false)
  }
  return (
    <>
      <span role="status" className={taken ? 'text-danger-text' : undefined}>
        {listening && (taken ? t('web:shell.shortcuts.taken', { label: taken }) : t('web:shell.shortcuts.press'))}
      </span>
      <IconButton
        icon={Pencil}
        size="sm"
        label={t('web:shell.shortcuts.change', { label })}
        pressed={listening}
        onClick={() => {
          setListening(!listening)
          setTaken(null)
        }}
        onBlur={() => setListening(false)}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
