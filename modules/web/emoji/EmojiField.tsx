import { ChevronDown, SmilePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { cx, Emoji, Icon, IconButton } from '../kit/index.ts'
import { EmojiPicker } from './EmojiPicker.tsx'

interface Props {
  label: string
  /** One emoji, or nothing. */
  value: string
  onValue: (char: string) => void
  /** The picker is open initially. */
  open?: boolean
}

/** A field for one emoji, with a picker that expands below it. */
export const EmojiField = ({ label, value, onValue, open: initiallyOpen = false }: Props) => {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-small font-medium">
        {label}
      </p>
      <div className="flex items-center gap-2">
        <button
          type="button"
          id={id}
          aria-labelledby={`${id}-label ${id}`}
          aria-expanded={open}
          aria-controls={`${id}-picker`}
          onClick={() => setOpen(!open)}
          className="flex min-h-10 grow items-center gap-2.5 rounded-sm border border-control bg-surface px-3 text-body hover:border-line-strong"
        >
          {value ? <Emoji char={value} size={22} /> : <Icon of={SmilePlus} size={18} className="text-muted" />}
          <span className="grow text-start text-muted">{t(value ? 'web:emoji.change' : 'web:emoji.choose')}</span>
          <Icon of={ChevronDown} className={cx('transition-transform', open && 'rotate-180')} />
        </button>
        {value && <IconButton icon={X} label={t('web:emoji.remove')} onClick={() => onValue('')} />}
      </div>
      <div id={`${id}-picker`} hidden={!open} className="mt-2">
        {open && <EmojiPicker value={value} onValue={onValue} />}
      </div>
    </div>
  )
}
