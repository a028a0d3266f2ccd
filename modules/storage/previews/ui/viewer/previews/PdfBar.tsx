import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { asciiDigits } from '../../../../../shared/contract.ts'
import { cx, formatNumber, Icon, IconButton, usePageContext, useT } from '../../../../../web/ui.ts'
import type { PdfState, PdfViewerHandle } from './pdf-document.ts'

/** iPhones enlarge the page around a focused field whose text is smaller than 16 px. */
const field =
  'h-8 rounded-sm bg-surface text-14 phone:text-16 tabular-nums outline-none ring-1 ring-inset ring-control focus-visible:ring-2 focus-visible:ring-focus pointer-coarse:h-10'

/** Page number and search field. */
export const PdfBar = ({ state, pdf }: { state: PdfState; pdf: RefObject<PdfViewerHandle | null> }) => {
  const t = useT()
  const { locale } = usePageContext()
  const [typed, setTyped] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const { page, pages, found } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: turning the page ends the typing
  useEffect(() => setTyped(null), [page])
  const jump = () => {
    const wanted = Number(asciiDigits(typed ?? ''))
    if (typed && Number.isInteger(wanted)) pdf.current?.goTo(wanted)
    setTyped(null)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-surface px-3 py-1.5">
      <form
        className="flex items-center gap-2 text-14 text-muted"
        onSubmit={(event) => {
          event.preventDefault()
          jump()
        }}
      >
        <input
          aria-label={t('storage:viewer.pdf.page')}
          inputMode="numeric"
          value={typed ?? formatNumber(page, locale)}
          onChange={(event) => setTyped(event.target.value.replace(/\P{Nd}/gu, ''))}
          onFocus={(event) => event.target.select()}
          onBlur={jump}
          disabled={pages === 0}
          className={`${field} w-14 px-2 text-center text-text`}
        />
        <span className="tabular-nums">{t('storage:viewer.pdf.of', { count: pages })}</span>
      </form>
      <search className="ms-auto min-w-0 phone:ms-0 phone:w-full">
        <form
          className="flex min-w-0 items-center gap-1"
          onSubmit={(event) => {
            event.preventDefault()
            pdf.current?.next()
          }}
        >
          <span
            aria-live="polite"
            className={cx(query && found ? 'me-1 text-13 whitespace-nowrap text-muted tabular-nums' : 'sr-only')}
          >
            {query &&
              found &&
              (found.total > 0
                ? `${formatNumber(found.current, locale)} / ${formatNumber(found.total, locale)}`
                : t('storage:viewer.pdf.none'))}
          </span>
          <span className="relative min-w-0 phone:grow">
            <Icon
              of={Search}
              size={16}
              className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-muted"
            />
            <input
              type="search"
              aria-label={t('storage:viewer.pdf.search')}
              placeholder={t('storage:viewer.pdf.search')}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                pdf.current?.search(event.target.value)
              }}
              data-own-escape={query ? true : undefined}
              onKeyDown={(event) => {
                // The first Escape clears the search, the next one closes the viewer.
                if (event.key !== 'Escape' || !query) return
                event.preventDefault()
                setQuery('')
                pdf.current?.search('')
              }}
              className={`${field} w-52 ps-8 pe-2 [&::-webkit-search-cancel-button]:hidden phone:w-full`}
            />
          </span>
          <IconButton
            icon={ChevronUp}
            size="sm"
            label={t('storage:viewer.pdf.previous')}
            disabled={!found?.total}
            onClick={() => pdf.current?.previous()}
          />
          <IconButton
            icon={ChevronDown}
            size="sm"
            label={t('storage:viewer.pdf.next')}
            disabled={!found?.total}
            onClick={() => pdf.current?.next()}
          />
        </form>
      </search>
    </div>
  )
}
