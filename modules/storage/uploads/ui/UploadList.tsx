import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { usePageContext, useT } from '../../../web/ui.ts'
import { useUploadsContext } from './context.ts'
import { GroupRow } from './GroupRow.tsx'
import { isBusy, rowKey, rowsOf } from './rows.ts'
import { UploadRow } from './UploadRow.tsx'

const rowHeight = 60

/** The lines of the panel; only those in sight are drawn. Follows what runs until the person scrolls or reaches in. */
export const UploadList = () => {
  const t = useT()
  const { locale } = usePageContext()
  const { uploads } = useUploadsContext()
  const { shape, tick, phase, offline } = useSnapshot(uploads.state)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const left = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the groups have changed
  const rows = useMemo(() => rowsOf(uploads.groups(), opened), [uploads, opened, shape])
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index]!),
    overscan: 4,
  })
  const toggle = (id: number) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const leave = () => {
    left.current = true
  }

  const busy = phase === 'running' ? rows.findIndex(isBusy) : -1
  useEffect(() => {
    if (busy >= 0 && !left.current) list.scrollToIndex(busy, { align: 'auto' })
  }, [busy, list])

  const held = phase === 'held'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reaching in only ends the following
    <div
      ref={scroller}
      onWheel={leave}
      onPointerDown={leave}
      onFocus={leave}
      data-tick={tick}
      className="max-h-[min(20rem,50dvh)] overflow-y-auto overscroll-contain"
    >
      <ul aria-label={t('storage:upload.files')} className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]!
          return (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-t border-line first:border-transparent"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {row.kind === 'group' ? (
                <GroupRow
                  group={row.group}
                  open={opened.has(row.group.id)}
                  onToggle={() => toggle(row.group.id)}
                  held={held}
                  locale={locale}
                />
              ) : (
                <UploadRow upload={row.upload} inner={row.inner} held={held} offline={offline} locale={locale} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
