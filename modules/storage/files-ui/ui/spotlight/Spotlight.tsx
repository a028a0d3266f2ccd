import { SearchX, WifiOff } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import {
  Button,
  CommandDialog,
  EmptyState,
  Kbd,
  useEnterAfterResults,
  usePageContext,
  useShell,
  useT,
  VisuallyHidden,
} from '../../../../web/ui.ts'
import { type Filters, noFilters, takeOperators } from '../../../search/ui.ts'
import { refusalOf } from '../../../tree/ui.ts'
import { useFiles } from '../context.ts'
import { matching, useCommands } from './commands.ts'
import { FilterBar } from './Filters.tsx'
import { Results } from './Results.tsx'
import { commandRows, type Group, itemRows, type Row, userRows } from './rows.ts'
import { SearchInput } from './SearchInput.tsx'
import { useFound } from './useFound.ts'
import { usePick } from './usePick.ts'

const mostRecent = 6
const control = (event: KeyboardEvent) => event.ctrlKey || event.metaKey

/** The search: actions, files and folders, people; worked by the keyboard throughout. */
export default function Spotlight() {
  const { files } = useFiles()
  const shell = useShell()
  const t = useT()
  const id = useId()
  const { user } = usePageContext()
  const [text, setText] = useState('')
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [at, setAt] = useState(0)
  const afterwards = useRef<(() => void) | null>(null)
  const commands = useCommands()
  const pick = usePick()
  const found = useFound(text, filters, user?.id ?? '')
  const admin = user?.role === 'admin'
  const query = text.trim()
  const busy = found.status === 'loading'

  const rowsOf: Record<Group['id'], Row[]> = {
    commands: filters.people ? [] : commandRows(matching(commands, query)),
    recent: itemRows(found.recent).slice(0, mostRecent),
    items: [...itemRows(found.items), ...(found.more ? [{ kind: 'more' as const, id: 'more' }] : [])],
    users: userRows(found.users),
  }
  const order: Group['id'][] = query ? ['items', 'users', 'commands'] : ['commands', 'recent']
  const groups = order.flatMap((group): Group[] =>
    rowsOf[group].length > 0 ? [{ id: group, rows: rowsOf[group] }] : [],
  )
  const rows = groups.flatMap((group) => group.rows)
  const active = Math.min(at, rows.length - 1)

  const close = () => {
    shell.state.search = false
  }
  const change = (next: string) => {
    const { text: rest, found: operators } = takeOperators(admin && next === 'u ' ? '' : next)
    setText(rest)
    setAt(0)
    if (admin && next === 'u ') setFilters({ ...noFilters, people: true })
    else if (Object.keys(operators).length > 0) setFilters({ ...filters, ...operators })
  }
  const take = (row: Row | undefined, inFolder = false) => {
    if (!row) return
    if (row.kind === 'more') {
      found.showAll()
      return
    }
    // The focus goes back first: what runs then may want it elsewhere.
    afterwards.current = () => pick(row, inFolder)
    close()
  }
  const asked = JSON.stringify([query, filters])
  const takeLater = useEnterAfterResults<{ index: number; inFolder: boolean }>(asked, !busy, (wish) => {
    if (found.status === 'ready') take(rows[wish.index], wish.inFolder)
  })
  /** By a key, perhaps before the answer: not what was found for something else, nor an action where a file may come. */
  const choose = (index: number, inFolder = false) => {
    const row = rows[index]
    const first = row?.kind === 'command' && index === 0
    const stale = (row?.kind === 'item' && found.stale.items) || (row?.kind === 'user' && found.stale.users)
    if (busy && (!row || first || stale)) takeLater({ index, inFolder })
    else take(row, inFolder)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = rows.length - 1
    if (event.key === 'ArrowDown') setAt(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setAt(active <= 0 ? last : active - 1)
    else if (event.key === 'PageDown') setAt(Math.min(active + 5, last))
    else if (event.key === 'PageUp') setAt(Math.max(active - 5, 0))
    else if (event.key === 'Enter') choose(Math.max(active, 0), control(event))
    else if (control(event) && /^[1-9]$/.test(event.key)) choose(Number(event.key) - 1)
    else if (event.key === 'Backspace' && text === '') setFilters(noFilters)
    else return
    event.preventDefault()
  }

  return (
    <CommandDialog
      title={t('storage:spotlight.title')}
      onClose={close}
      onClosed={() => afterwards.current?.()}
      onEscape={() => {
        if (text === '') return false
        setText('')
        setAt(0)
        return true
      }}
    >
      <SearchInput
        id={id}
        text={text}
        active={active}
        busy={busy}
        label={t(filters.people ? 'storage:spotlight.people' : 'storage:spotlight.anything')}
        expanded={rows.length > 0}
        onText={change}
        onKeyDown={onKeyDown}
        onClose={close}
      />
      <FilterBar
        filters={filters}
        offers={{ here: files.current().place.view === 'files' && files.current().place.id !== null, people: admin }}
        onChange={(next) => {
          setFilters(next)
          setAt(0)
        }}
      />
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {rows.length > 0 && <Results {...{ id, groups, active, query }} onActive={setAt} onPick={(row) => take(row)} />}
        {found.status === 'error' && (
          <EmptyState
            icon={WifiOff}
            title={t('storage:spotlight.failed')}
            text={refusalOf(found.error).message}
            actions={<Button onClick={found.retry}>{t('storage:spotlight.again')}</Button>}
          />
        )}
        {query !== '' && found.status === 'ready' && found.items.length + found.users.length === 0 && (
          <EmptyState icon={SearchX} title={t('storage:spotlight.nothing')} text={t('storage:spotlight.nothingText')} />
        )}
        {query === '' && filters.people && (
          <p className="px-4 py-8 text-center text-14 text-muted">{t('storage:spotlight.typeName')}</p>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">
          {query !== '' &&
            found.status === 'ready' &&
            t('storage:spotlight.count', { count: found.items.length + found.users.length })}
        </span>
      </VisuallyHidden>
      <p className="flex shrink-0 items-center gap-4 border-t border-line px-4 py-2 text-12 text-muted phone:hidden">
        <Hint keys="ArrowUp+ArrowDown">{t('storage:spotlight.hint.walk')}</Hint>
        <Hint keys="Enter">{t('storage:spotlight.hint.open')}</Hint>
        <Hint keys="mod+Enter">{t('storage:spotlight.hint.show')}</Hint>
        <Hint keys="Tab">{t('storage:spotlight.hint.filters')}</Hint>
      </p>
    </CommandDialog>
  )
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <Kbd keys={keys} />
    {children}
  </span>
)
