import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx, useT } from '../../../../web/ui.ts'
import { checkName, extensionOf, type Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** ms. A menu that closes returns the focus in a task of its own: earlier, that would end the editing. */
const focusDelay = 10

/** Inline name field. Enter and blur save, Escape cancels. It stays open with a name that cannot be saved. */
export const NameEditor = ({ item, onDone, className }: { item: Item; onDone: () => void; className?: string }) => {
  const { files, folders } = useFiles()
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  // A row that moves to another line of the grid, or out of sight and back, gets a new field.
  const [draft] = useState(() => (files.draft?.id === item.id ? files.draft : null))
  const [name, setName] = useState(draft?.name ?? item.attributes.name)
  // Somebody else may rename the item meanwhile.
  const [before] = useState(item.attributes.name)
  const checked = checkName(name)
  const problem = 'problem' in checked ? checked.problem : null

  // By key or by the row's button: the text typed next belongs to the name. The field replaces the focused element.
  const [atOnce] = useState(() => draft !== null || Boolean(document.activeElement?.closest('[data-view]')))
  useLayoutEffect(() => {
    const begin = () => {
      const field = input.current
      if (!field || document.activeElement === field) return
      field.focus()
      if (draft) return field.setSelectionRange(field.value.length, field.value.length)
      const extension = item.type === 'file' ? extensionOf(field.value) : null
      field.setSelectionRange(0, extension ? field.value.length - extension.length - 1 : field.value.length)
    }
    if (atOnce) return begin()
    const timer = setTimeout(begin, focusDelay)
    return () => clearTimeout(timer)
  }, [item.type, atOnce, draft])

  useEffect(
    () => () => {
      // Left without an answer, by going back: the typed text is not kept for the next time.
      if (files.state.renaming !== item.id) files.draft = null
    },
    [files, item.id],
  )
  const finish = (outcome: 'save' | 'cancel') => {
    if (over.current) return
    over.current = true
    files.draft = null
    onDone()
    if (outcome === 'save' && 'name' in checked && checked.name !== before)
      void folders.update(item, { name: checked.name })
  }
  return (
    <span className={cx('relative block min-w-0 grow', className)}>
      <input
        ref={input}
        value={name}
        aria-label={t('storage:list.nameField')}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? 'name-problem' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          const { value } = event.currentTarget
          files.draft = { id: item.id, name: value }
          setName(value)
        }}
        onBlur={() => problem === null && finish('save')}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter' && problem === null) finish('save')
          else if (event.key === 'Escape') finish('cancel')
          else return
          event.preventDefault()
        }}
        className="h-8 w-full min-w-0 rounded-sm border border-focus bg-surface px-2 text-14 phone:text-16 outline-2 -outline-offset-1 outline-focus aria-invalid:border-danger-mark aria-invalid:outline-danger-mark"
      />
      {problem && (
        <span
          id="name-problem"
          role="alert"
          className="absolute start-0 top-full z-10 mt-1 rounded-sm bg-danger-tint px-2 py-1 text-12 text-danger-text shadow-float"
        >
          {t(`storage:dialog.name.${problem}`)}
        </span>
      )}
    </span>
  )
}
