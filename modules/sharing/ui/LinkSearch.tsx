import { Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { isolate } from '../../shared/contract.ts'
import type { FoundItem, Item } from '../../storage/contract.ts'
import { ItemIcon, viewHref } from '../../storage/ui.ts'
import { CallError, call, formatNumber, TextField, useEnterAfterResults, usePageContext, useT } from '../../web/ui.ts'
import { shareFolderPath } from '../client/share-paths.ts'
import { visitorSearch } from '../contract.ts'

const searchDelayMs = 200
const maxResults = 20

interface Response {
  query: string
  items: FoundItem[]
  /** Number of all hits. */
  total: number
  failed?: string
}

interface LinkSearchProps {
  token: string
  /** Id of the shared folder. */
  top: string
}

/** Searches names below the shared folder. A file opens in the viewer of its folder. */
export const LinkSearch = ({ token, top }: LinkSearchProps) => {
  const t = useT()
  const { locale, urlPathname } = usePageContext()
  const [text, setText] = useState('')
  const [response, setResponse] = useState<Response | null>(null)
  /** Whether the focus is here. The results cover the page below them. */
  const [open, setOpen] = useState(true)
  const search = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const query = text.trim()
  const results = response?.items
  const isAll = !response || response.total <= response.items.length

  useEffect(() => {
    if (!query) return setResponse(null)
    const aborted = new AbortController()
    const timer = setTimeout(() => {
      call(visitorSearch, { params: { token }, query: { query, per_page: maxResults }, signal: aborted.signal }).then(
        (answer) =>
          setResponse({
            query,
            total: 'meta' in answer ? answer.meta.total : 0,
            items: answer.data.flatMap((hit) => ('meta' in hit ? [hit] : [])),
          }),
        (error: unknown) => {
          if (aborted.signal.aborted) return
          const failed = (error instanceof CallError && error.message) || t('sharing:search.failed')
          setResponse({ query, items: [], total: 0, failed })
        },
      )
    }, searchDelayMs)
    return () => {
      clearTimeout(timer)
      aborted.abort()
    }
  }, [query, token, t])

  useEffect(() => {
    // A tap or scrolling by finger does not take the focus.
    const onPointerDown = ({ target }: PointerEvent) => setOpen(search.current?.contains(target as Node) ?? false)
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [])

  const openFirst = useEnterAfterResults<void>(
    JSON.stringify([urlPathname, query]),
    response !== null && response.query === query,
    () => list.current?.querySelector('a')?.click(),
  )

  const hrefOf = ({ id, type, attributes }: Item) =>
    type === 'folder'
      ? shareFolderPath(token, id)
      : viewHref(new URL(shareFolderPath(token, attributes.parent_id ?? top), location.origin).href, id)
  const openResult = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    // The link takes the focus from the field, which closes a screen keyboard; the page that opens moves it on.
    event.currentTarget.focus()
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && text !== '') {
      // Not a shortcut of the page too.
      event.preventDefault()
      setText('')
      event.currentTarget.querySelector('input')?.focus()
    }
    // Enter on a focused result opens that link.
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) openFirst()
  }
  return (
    <search
      ref={search}
      className="relative block"
      onKeyDown={onKeyDown}
      onFocus={() => setOpen(true)}
      // Without another target the results stay: a person has hidden the screen keyboard to see them.
      onBlur={({ relatedTarget, currentTarget }) => relatedTarget && setOpen(currentTarget.contains(relatedTarget))}
    >
      <TextField
        label={t('sharing:search.label')}
        hideLabel
        type="search"
        icon={Search}
        placeholder={t('sharing:search.label')}
        value={text}
        onValue={(typed) => {
          setText(typed)
          setOpen(true)
        }}
        autoComplete="off"
      />
      {open && response && results && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the press is not an action
        <div
          // Keeps the focus in the field: Safari would take it before the click, to none of the links.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-float sm:start-auto sm:w-96"
        >
          <p role="status" className={isAll && results.length > 0 ? 'sr-only' : 'px-3 py-2 text-14 text-muted'}>
            {results.length > 0
              ? t('web:kit.labelled', {
                  label: t('sharing:search.results'),
                  value: isAll
                    ? String(results.length)
                    : t('sharing:list.shown', {
                        from: 1,
                        to: results.length,
                        count: response.total,
                        total: formatNumber(response.total, locale),
                      }),
                })
              : (response.failed ?? t('sharing:search.none'))}
          </p>
          <ul ref={list}>
            {results.map(({ data: item, meta: { path } }) => (
              <li key={item.id}>
                <a
                  href={hrefOf(item)}
                  onClick={openResult}
                  className="flex min-h-10 items-center gap-3 rounded-sm px-2.5 py-1 text-14 text-text no-underline hover:bg-hover pointer-coarse:min-h-11"
                >
                  <ItemIcon item={item} size={24} />
                  <span className="min-w-0">
                    <bdi className="block truncate">{item.attributes.name}</bdi>
                    <span className="block truncate text-12 text-muted">
                      {path.map(({ name }) => isolate(name, locale)).join(' › ')}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  )
}
