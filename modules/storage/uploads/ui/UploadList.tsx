import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { usePageContext, useT, useVirtualizer } from '../../../web/ui.ts'
import { useUploadsContext } from './context.ts'
import { GroupRow } from './GroupRow.tsx'
import { isRowBusy, panelRows, rowKey } from './panel-rows.ts'
import { UploadRow } from './UploadRow.tsx'

const rowHeight = 60

/** The rows of the panel, virtualized. Scrolls to the running file until the person scrolls or interacts. */
export const UploadList = () => {
  const t = useT()
  const { locale } = usePageContext()
  const { uploads } = useUploadsContext()
  const { shape, tick, phase, offline } = useSnapshot(uploads.state)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const hasUserScrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the groups have changed
  const rows = useMemo(() => panelRows(uploads.groups(), opened), [uploads, opened, shape])
  const { from, to, height, offset, scrollToRow } = useVirtualizer({
    scroller,
    rowCount: rows.length,
    rowHeight,
    overscan: 4,
  })
  const toggle = (id: number) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const stopFollowing = () => {
    hasUserScrolled.current = true
  }

  const busy = phase === 'running' ? rows.findIndex(isRowBusy) : -1
  useEffect(() => {
    if (busy >= 0 && !hasUserScrolled.current) scrollToRow(busy)
  }, [busy, scrollToRow])

  const held = phase === 'paused'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reaching in only ends the following
    <div
      ref={scroller}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
      onFocus={stopFollowing}
      data-tick={tick}
      className="max-h-[min(20rem,50dvh)] overflow-y-auto overscroll-contain"
    >
      <ul aria-label={t('storage:upload.files')} className="relative" style={{ height }}>
        {rows.slice(from, to).map((row, at) => {
          const index = from + at
          return (
            <li
              key={rowKey(row)}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-t border-line first:border-transparent"
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight - offset}px)` }}
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
