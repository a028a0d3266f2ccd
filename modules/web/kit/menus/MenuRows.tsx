import { ArrowLeft, Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { SheetFrame } from '../dialogs/SheetFrame.tsx'
import { Icon } from '../icon.tsx'
import { MenuHint } from './MenuHint.tsx'
import { entriesOf, entryKey, type MenuEntries, type MenuEntry, type MenuItem } from './types.ts'

export type MenuSheetProps = {
  title: string
  /** Above the items, e.g. the file's icon and name. */
  header?: ReactNode
  items: MenuEntries
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after it has closed, and after the action that was picked. */
  onClosed?: () => void
}

/** The open menu sheet. */
export const MenuRows = ({ title, header, items, open, onOpenChange, onClosed }: MenuSheetProps) => {
  const t = useT()
  const [path, setPath] = useState<readonly MenuItem[]>([])
  const picked = useRef<MenuItem>(undefined)
  const submenu = path.at(-1)
  const change = (next: boolean) => {
    if (!next) setPath([])
    onOpenChange(next)
  }
  const pick = (item: MenuItem) => {
    if (item.items) return setPath([...path, item])
    // Runs after the sheet has closed: a dialog it opens must find the focus where it will return.
    picked.current = item
    change(false)
  }
  return (
    <SheetFrame
      open={open}
      onOpenChange={change}
      onClosed={() => {
        const item = picked.current
        picked.current = undefined
        item?.onSelect?.()
        onClosed?.()
      }}
      title={submenu?.label ?? title}
      header={submenu ? undefined : header}
      leading={
        submenu && (
          <IconButton
            icon={ArrowLeft}
            label={t('web:kit.back')}
            onClick={() => setPath(path.slice(0, -1))}
            className="rtl:rotate-180"
          />
        )
      }
    >
      {open && <Rows entries={submenu?.items ?? entriesOf(items)} pick={pick} />}
    </SheetFrame>
  )
}

const Rows = ({ entries, pick }: { entries: readonly MenuEntry[]; pick: (item: MenuItem) => void }) => (
  <ul className="px-2 pb-2">
    {entries.map((entry, index) => {
      const key = entryKey(entry, index)
      if ('separator' in entry) return <li key={key} aria-hidden="true" className="mx-2 my-1 h-px bg-line" />
      if (!('group' in entry)) return <Row key={key} item={entry} pick={pick} />
      return (
        <li key={key}>
          <p className="px-3 pt-3 pb-1 text-13 font-medium text-muted">
            {entry.group}
            {entry.note && <span className="block truncate font-normal">{entry.note}</span>}
          </p>
          <ul aria-label={entry.group}>
            {entry.items.map((item) => (
              <Row key={item.id} item={item} pick={pick} />
            ))}
          </ul>
        </li>
      )
    })}
  </ul>
)

const Row = ({ item, pick }: { item: MenuItem; pick: (item: MenuItem) => void }) => {
  const className = cx(
    'flex min-h-12 w-full items-center gap-3.5 rounded-md px-3 py-2 text-start text-16 active:bg-hover',
    item.danger && 'text-danger-text',
    item.disabled && 'text-muted!',
  )
  const content = (
    <>
      {item.icon && (
        <Icon of={item.icon} size={20} className={item.danger && !item.disabled ? 'shrink-0' : 'shrink-0 text-muted'} />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate">{item.label}</span>
        {item.disabled && item.reason && <span className="block text-13">{item.reason}</span>}
      </span>
      {item.hint && <MenuHint hint={item.hint} />}
      {item.checked && <Icon of={Check} size={18} className="shrink-0 text-brand-text" />}
      {item.items && <Icon of={ChevronRight} size={18} className="shrink-0 text-muted rtl:rotate-180" />}
    </>
  )
  return (
    <li>
      {item.href !== undefined && !item.disabled ? (
        <a href={item.href} className={className} onClick={() => pick(item)}>
          {content}
        </a>
      ) : (
        <button
          type="button"
          aria-disabled={item.disabled}
          aria-pressed={item.checked}
          className={className}
          onClick={() => !item.disabled && pick(item)}
        >
          {content}
        </button>
      )}
    </li>
  )
}
