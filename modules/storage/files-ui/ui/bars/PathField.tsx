import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { boxClass, cx, IconButton, Spinner, useT, VisuallyHidden } from '../../../../web/ui.ts'
import { maxPathLength } from '../../../search/contract.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { PathCompletions } from './PathCompletions.tsx'
import { usePathField } from './usePathField.ts'

/**
 * Returns the function that returns the focus after the field is gone: to what had it before, or else to the menu of the
 * open folder, which the path replaces.
 */
const useReturn = (input: { current: HTMLElement | null }) => {
  const [opener] = useState(() => document.activeElement)
  const isWanted = useRef(false)
  useEffect(() => {
    const place = input.current?.closest('nav')?.parentElement
    return () => {
      if (!isWanted.current) return
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      if (isThere) opener.focus()
      else place?.querySelector<HTMLElement>('h1 ~ button')?.focus()
    }
  }, [input, opener])
  return () => {
    isWanted.current = true
  }
}

/** The path of the open folder as a text: a combobox that completes folders and opens what is typed. */
export const PathField = () => {
  const t = useT()
  const id = useId()
  const { dialogs } = useFiles()
  const input = useRef<HTMLInputElement>(null)
  const returnFocus = useReturn(input)
  const close = () => {
    // Not a dialog that has replaced it.
    if (dialogs.state.dialog?.name === 'path') dialogs.close()
  }
  const field = usePathField(close)
  const { text, active, problem } = field
  const folders = problem ? [] : field.folders

  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const last = folders.length - 1
    if (event.key === 'Enter') field.submit()
    else if (event.key === 'Escape') {
      returnFocus()
      close()
    } else if (event.key === 'ArrowDown') {
      field.list()
      field.setActive(active >= last ? -1 : active + 1)
    } else if (event.key === 'ArrowUp') field.setActive(active < 0 ? last : active - 1)
    else if (event.key === 'Tab' && !event.shiftKey && field.mayComplete) field.completeFirst()
    else return
    event.preventDefault()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Another window may have the focus: what is typed stays until it is back.
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) close()
  }
  return (
    <nav
      aria-label={t('storage:page.path')}
      ref={leavesFocus}
      onBlur={onBlur}
      className="relative flex items-center gap-1"
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('storage:page.path')}
        aria-expanded={folders.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        dir="auto"
        maxLength={maxPathLength}
        value={text}
        onChange={(event) => field.change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={cx(boxClass, 'h-9 min-w-0 grow pointer-coarse:h-11')}
      />
      {field.busy ? (
        <span className="grid size-8 shrink-0 place-items-center">
          <Spinner label={t('storage:search.searching')} />
        </span>
      ) : (
        <IconButton
          icon={X}
          size="sm"
          label={t('web:kit.close')}
          onClick={() => {
            returnFocus()
            close()
          }}
        />
      )}
      {problem && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="absolute start-0 top-full z-10 mt-1 max-w-full rounded-sm bg-danger-tint px-2 py-1 text-12 break-words text-danger-text shadow-float"
        >
          {problem}
        </p>
      )}
      <PathCompletions id={id} folders={folders} active={active} onActive={field.setActive} onPick={field.submit} />
      <VisuallyHidden>
        <span role="status">{folders.length > 0 && t('storage:search.count', { count: folders.length })}</span>
      </VisuallyHidden>
    </nav>
  )
}
