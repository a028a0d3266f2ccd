import { SearchX, WifiOff } from 'lucide-react'
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { digitOf } from '../../../../web/contract.ts'
import {
  Button,
  CommandDialog,
  closeSearch,
  EmptyState,
  errorText,
  takeEarlyTyping,
  useEnterAfterResults,
  useMedia,
  useNow,
  usePageContext,
  useShell,
  useT,
  useZone,
  VisuallyHidden,
} from '../../../../web/ui.ts'
import { extractOperators, noFilters, type SearchFilters } from '../../../search/ui.ts'
import { type FilesApp, FilesContext } from '../context.ts'
import type { Command } from './command.ts'
import { useCommandsElsewhere } from './commands-elsewhere.ts'
import { FilterBar } from './Filters.tsx'
import { useFilesCommands } from './files-commands.ts'
import { matchingCommands } from './matching-commands.ts'
import { ResultPreview } from './ResultPreview.tsx'
import { commandRows, itemRows, type ResultGroup, type ResultRow, userRows } from './result-rows.ts'
import { SearchHints } from './SearchHints.tsx'
import { SearchInput } from './SearchInput.tsx'
import { SearchResultList } from './SearchResultList.tsx'
import { useCompletions } from './useCompletions.ts'
import { useOpenResult } from './useOpenResult.ts'
import { useSearchResults } from './useSearchResults.ts'
import { usePlacedRows, useSearchReturn } from './useSearchReturn.ts'

const withControl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey

/** Search dialog of every signed-in page: actions, files, folders and accounts; fully usable by keyboard. */
export default function SearchDialog() {
  const app = use(FilesContext)
  return app ? <InFiles app={app} /> : <Elsewhere />
}

/** The dialog on the files screens: with their actions and the rows they have loaded. */
const InFiles = ({ app }: { app: FilesApp }) => {
  const shell = useShell()
  const commands = useFilesCommands()
  const requested = useSnapshot(shell.state).command
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (!requested) return
    closeSearch(shell)
    commands.find(({ id }) => id === requested)?.run()
  }, [requested])
  return !requested && <Dialog app={app} commands={commands} />
}

/** The dialog on a page without files; hidden while the files page loads, where a chosen action runs. */
const Elsewhere = () => {
  const commands = useCommandsElsewhere()
  return !useSnapshot(useShell().state).command && <Dialog app={null} commands={commands} />
}

const Dialog = ({ app, commands }: { app: FilesApp | null; commands: readonly Command[] }) => {
  const shell = useShell()
  const t = useT()
  const id = useId()
  const now = useNow()
  const zone = useZone()
  const { user, locale } = usePageContext()
  const list = useRef<HTMLDivElement>(null)
  const { left, keep, forget } = useSearchReturn(list)
  const [text, setText] = useState(left?.text ?? '')
  const [chips, setFilters] = useState<SearchFilters>({ ...noFilters, ...left?.filters })
  /** Index of the active row; null: not moved to one yet. */
  const [at, setAt] = useState<number | null>(null)
  const afterClose = useRef<(() => void) | null>(null)
  const openResult = useOpenResult(app)
  const opened = app?.files.current().location
  const isFolderOpen = opened?.section === 'files' && opened.id !== null
  const reader = { now, locale, zone, isFolderOpen }
  const completions = useCompletions(text)
  // The last word may be an operator that no space follows yet.
  const typed = extractOperators(`${completions.searched} `, reader)
  const filters: SearchFilters = { ...chips, ...typed.operators }
  const query = typed.text.trim()
  const matching = matchingCommands(commands, query)
  const results = useSearchResults(app?.files ?? null, query, filters, user?.id ?? '', {
    all: left?.all,
    others: query === '' ? 0 : matching.length,
  })
  const touch = useMedia('(hover: none)')
  const admin = user?.role === 'admin'
  const busy = results.status === 'loading'

  // They come after the recent items, which would push them down.
  const commandsWait = touch && query === '' && results.recentPending

  const rowsOf: Record<ResultGroup['id'], ResultRow[]> = {
    filters: filters.people ? [] : completions.rows,
    commands: filters.people || commandsWait || (query === '' && results.asks) ? [] : commandRows(matching),
    recent: results.recent,
    items: [...itemRows(results.items), ...(results.more ? [{ kind: 'more' as const, id: 'more' }] : [])],
    users: userRows(results.users),
  }
  const order: ResultGroup['id'][] = results.asks
    ? ['filters', 'items', 'users', 'commands']
    : touch
      ? ['filters', 'recent', 'commands']
      : ['filters', 'commands', 'recent']
  const groups = order.flatMap((group): ResultGroup[] =>
    rowsOf[group].length > 0 ? [{ id: group, rows: rowsOf[group] }] : [],
  )
  const rows = groups.flatMap((group) => group.rows)
  // Without keys, a row that is highlighted looks chosen.
  const active = Math.min(at ?? (touch ? -1 : 0), rows.length - 1)

  const shown = rows[Math.max(active, 0)]
  const countText = t(results.complete ? 'storage:search.count' : 'storage:search.countOver', {
    count: results.total,
  })
  const counts = results.status === 'ready' && results.asks ? { items: countText } : {}

  usePlacedRows(list, left, rows, results.status === 'ready', setAt)
  const close = () => {
    forget()
    closeSearch(shell)
  }
  const change = (next: string) => {
    const { text: rest, operators } = extractOperators(admin && next === 'u ' ? '' : next, reader)
    setText(rest)
    setAt(null)
    if (admin && next === 'u ') setFilters({ ...noFilters, people: true })
    else if (Object.keys(operators).length > 0) setFilters({ ...chips, ...operators })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is there
  useEffect(() => {
    const early = takeEarlyTyping()
    if (early) change(early)
  }, [])
  const choose = (row: ResultRow | undefined, inFolder = false) => {
    if (!row) return
    if (row.kind === 'more') return results.showMore()
    if (row.kind === 'filter') {
      setText(completions.before)
      setFilters({ ...chips, ...row.change })
      return setAt(null)
    }
    // Restores the focus first, because the action may move it.
    afterClose.current = () => openResult(row, inFolder)
    close()
    if (results.asks && row.kind !== 'command') keep({ text, filters: chips, all: results.all, opened: row.id })
  }
  const queryKey = JSON.stringify([query, filters])
  const chooseAfterResults = useEnterAfterResults<{ index: number; inFolder: boolean }>(queryKey, !busy, (request) => {
    if (results.status === 'ready') choose(rows[request.index], request.inFolder)
  })
  /**
   * Chooses by key, possibly before the results arrived: waits instead of choosing an outdated hit, or an action where
   * a file may appear.
   */
  const chooseByKey = (index: number, inFolder = false) => {
    const row = rows[index]
    const first = row?.kind === 'command' && index === 0
    const stale = (row?.kind === 'item' && results.stale.items) || (row?.kind === 'user' && results.stale.users)
    if (busy && (!row || first || stale)) chooseAfterResults({ index, inFolder })
    else choose(row, inFolder)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1
    if (event.key === 'ArrowDown') setAt(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setAt(active <= 0 ? last : active - 1)
    else if (event.key === 'PageDown') setAt(Math.min(active + 5, last))
    else if (event.key === 'PageUp') setAt(Math.max(active - 5, 0))
    else if (event.key === 'Enter' && touch && active < 0)
      event.currentTarget instanceof HTMLElement && event.currentTarget.blur()
    else if (event.key === 'Enter') chooseByKey(Math.max(active, 0), withControl(event))
    // AltGr types characters with these keys.
    else if (withControl(event) && !event.altKey && digitOf(event) > '0') chooseByKey(Number(digitOf(event)) - 1)
    else if (event.key === 'Backspace' && text === '') setFilters(noFilters)
    else return
    event.preventDefault()
  }

  return (
    <CommandDialog title={t('storage:search.title')} onClose={close} onClosed={() => afterClose.current?.()} wide>
      <SearchInput
        id={id}
        text={text}
        active={active}
        busy={busy}
        returned={left !== undefined}
        label={t(filters.people ? 'storage:search.people' : 'storage:search.anything')}
        expanded={rows.length > 0}
        onText={change}
        onKeyDown={onKeyDown}
        onClose={close}
      />
      <FilterBar
        filters={chips}
        offers={{ here: isFolderOpen, people: admin, owners: completions.owners }}
        onChange={(next) => {
          setFilters(next)
          setAt(null)
        }}
      />
      <div className="flex min-h-0 grow">
        <div ref={list} className="min-h-0 min-w-0 grow overflow-y-auto overscroll-contain">
          {rows.length > 0 && (
            <SearchResultList
              id={id}
              groups={groups}
              active={active}
              query={query}
              counts={counts}
              onActive={setAt}
              onPick={(row) => choose(row)}
            />
          )}
          {results.status === 'error' && (
            <div role="alert">
              <EmptyState
                icon={WifiOff}
                title={t('storage:search.failed')}
                text={errorText(results.error, t)}
                actions={<Button onClick={results.retry}>{t('storage:search.again')}</Button>}
              />
            </div>
          )}
          {results.asks && results.status === 'ready' && results.items.length + results.users.length === 0 && (
            <EmptyState icon={SearchX} title={t('storage:search.nothing')} text={t('storage:search.nothingText')} />
          )}
          {query === '' && filters.people && (
            <p className="px-4 py-8 text-center text-14 text-muted">{t('storage:search.typeName')}</p>
          )}
        </div>
        {shown?.kind === 'item' && <ResultPreview hit={shown.hit} />}
      </div>
      <VisuallyHidden>
        <span role="status">{results.asks && results.status === 'ready' && countText}</span>
      </VisuallyHidden>
      <SearchHints />
    </CommandDialog>
  )
}
