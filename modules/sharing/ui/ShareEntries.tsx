import { FolderOpen } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import {
  Button,
  EmptyState,
  formatNumber,
  LinkButton,
  Spinner,
  useListChildren,
  useListFocus,
  usePageContext,
  useT,
} from '../../web/ui.ts'
import { onPlainClick } from '../client/on-plain-click.ts'
import type { ShareEditorActions } from '../client/share-editor.actions.ts'
import { shareFolderPath } from '../client/share-paths.ts'
import type { SharedFolderStore } from '../client/shared-folder.store.ts'
import { rowsPerPage } from '../contract.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'
import { entryHtml } from './entry-html.tsx'
import { ShareEntry, type ShareEntryProps } from './ShareEntry.tsx'
import { ShareTableHeader } from './ShareTableHeader.tsx'
import { useEntryTexts } from './useEntryTexts.ts'
import { useRowSelection } from './useRowSelection.ts'

interface EntriesProps {
  folder: SharedFolderStore
  data: FolderPageData
  onView: (item: Item) => void
}

/** Rows of the folder. More load while scrolling; without JavaScript there are page links. */
export const ShareEntries = ({ folder, data, onView }: EntriesProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const { show, visit } = data
  const { token, download, permission } = visit.share.attributes
  const state = useSnapshot(folder.state)
  const { from, end, loading, failed } = state
  const { total, version } = useSnapshot(folder.listing.state)
  // Deferred: these change every row, which must not block the visitor's input.
  const selectable = useDeferredValue(state.selectable)
  const actions = useDeferredValue(state.actions as ShareEditorActions | null)
  const texts = useEntryTexts()
  const selecting = useRowSelection(folder)
  const table = useRef<HTMLDivElement>(null)
  const keepFocus = useListFocus(table, '.share-row', { isInPage: true })
  const foot = useRef<HTMLDivElement>(null)
  const id = data.listing.meta.root?.data.id ?? ''
  const last = Math.min(end, total)
  const footClass = 'mt-5 flex min-h-11 flex-wrap items-center justify-between gap-3 text-13 text-muted'

  // A new observer reports the foot again when the added rows have not moved it out of sight, or no rows are left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer after each change of `end` and `total`
  useEffect(() => {
    const element = foot.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && folder.more(), {
      rootMargin: '600px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [folder, end, total])

  // React does not track the rows: `version` changes with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for the rows
  const items = useMemo(
    () => Array.from({ length: Math.max(0, last - from) }, (_, offset) => folder.listing.at(from + offset)),
    [folder, from, last, version],
  )

  const entries = items.flatMap((item, at): (ShareEntryProps & { key: string })[] =>
    item
      ? [
          {
            key: folder.listing.keyOf(item.id),
            item,
            row: from + at + 2,
            token,
            show,
            texts,
            folder,
            selectable,
            actions,
            onView,
            download: download !== false,
            selected: folder.selection.has(from + at),
          },
        ]
      : [],
  )
  const rows = useListChildren(
    entries,
    ({ key, ...entry }) => <ShareEntry key={key} {...entry} />,
    import.meta.env.SSR ? (entry) => entryHtml(entry, locale) : null,
  )

  if (total === 0) return <EmptyState icon={FolderOpen} title={t('sharing:list.empty')} className="py-20" />

  return (
    <>
      <div
        ref={table}
        {...keepFocus}
        role="table"
        aria-label={t('sharing:list.title')}
        aria-rowcount={total + 1}
        className="share-list"
        data-display={show.display}
        data-editor={permission === 'editor' || undefined}
        data-selecting={selecting.on || undefined}
        onClickCapture={selecting.onClickCapture}
      >
        <ShareTableHeader token={token} id={id} show={show} />
        <div role="rowgroup" className="share-rows">
          {rows}
        </div>
      </div>
      <div ref={foot} {...keepFocus} className={footClass}>
        <p className="tabular-nums" role="status">
          {last > from &&
            t('sharing:list.shown', {
              from: formatNumber(from + 1, locale),
              to: formatNumber(last, locale),
              count: total,
              total: formatNumber(total, locale),
            })}
        </p>
        {loading && <Spinner label={t('web:kit.loading')} />}
        {failed && (
          <Button size="sm" onClick={folder.more}>
            {t('web:kit.retry')}
          </Button>
        )}
        <nav aria-label={t('sharing:list.pages')} className="flex gap-2">
          {from > 0 && (
            <LinkButton href={shareFolderPath(token, id, { ...show, page: from / rowsPerPage })} size="sm">
              {t('sharing:list.previous')}
            </LinkButton>
          )}
          {last < total && (
            <LinkButton
              href={shareFolderPath(token, id, { ...show, page: show.page + 1 })}
              size="sm"
              onClick={onPlainClick(folder.more)}
            >
              {t('sharing:list.next')}
            </LinkButton>
          )}
        </nav>
      </div>
    </>
  )
}
