import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx, useMedia, useT } from '../../../../web/ui.ts'
import type { ViewerSource } from '../../client/viewer-source.ts'
import { ItemIcon } from '../Thumbnail.tsx'
import type { ViewerNavigation } from './useViewerNavigation.ts'

/** px from one picture to the next. */
const itemPitchPx = 60
const overscan = 6
/** Files on each side of the current one: browsers make no element wider than some million px. */
const filesPerSide = 100_000

/** The files of the list as small pictures; renders the visible ones only. Hidden on low screens. */
export const Filmstrip = ({ source, navigation }: { source: ViewerSource; navigation: ViewerNavigation }) => {
  const t = useT()
  const hasRoom = useMedia('(min-height: 480px)')
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ left: 0, width: 0 })
  const { index, total, goTo } = navigation
  const first = Math.max(navigation.first ?? index, index - filesPerSide)
  const count = Math.min(total, index + filesPerSide) - first
  const from = Math.max(Math.floor(view.left / itemPitchPx) - overscan, 0)
  const to = Math.min(Math.ceil((view.left + view.width) / itemPitchPx) + overscan, count)

  const shown = hasRoom && index >= 0 && count > 1
  const measure = useCallback(() => {
    const element = frame.current
    if (element) setView({ left: Math.abs(element.scrollLeft), width: element.clientWidth })
  }, [])
  const center = useCallback(() => {
    const element = frame.current
    if (!element) return
    const middle = (index - first + 0.5) * itemPitchPx + 8 - element.clientWidth / 2
    element.scrollLeft = document.documentElement.dir === 'rtl' ? -middle : middle
    measure()
  }, [index, first, measure])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame exists once it is shown
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    center()
    const observer = new ResizeObserver(center)
    observer.observe(element)
    return () => observer.disconnect()
  }, [center, shown])
  useEffect(() => {
    if (view.width === 0 || !shown) return
    // Delayed, so that pictures that are only scrolled past are not loaded.
    const timer = setTimeout(() => source.ensure(first + from, first + to).catch(() => undefined), 80)
    return () => clearTimeout(timer)
  }, [source, first, from, to, view.width, shown])

  if (!shown) return null
  return (
    <nav
      aria-label={t('storage:viewer.strip')}
      className="shrink-0 border-t border-line bg-surface py-1 pb-[max(0.25rem,env(safe-area-inset-bottom))]"
    >
      <div
        ref={frame}
        onScroll={measure}
        className="overflow-x-auto overscroll-contain px-2 py-1.5"
        data-strip
        tabIndex={-1}
      >
        <div className="relative mx-auto h-12" style={{ width: count * itemPitchPx }}>
          {Array.from({ length: Math.max(to - from, 0) }, (_, n) => {
            const fileIndex = first + from + n
            const item = source.at(fileIndex)
            const current = fileIndex === index
            return (
              <button
                key={fileIndex}
                type="button"
                tabIndex={-1}
                aria-current={current || undefined}
                aria-label={item?.attributes.name ?? t('storage:viewer.loading')}
                onClick={() => goTo(fileIndex)}
                style={{ insetInlineStart: (from + n) * itemPitchPx + 6 }}
                className={cx(
                  'absolute top-0 grid size-12 place-items-center overflow-hidden rounded-sm bg-n3',
                  current
                    ? 'ring-2 ring-brand-mark ring-offset-2 ring-offset-surface forced-colors:outline-offset-1!'
                    : 'opacity-75 hover:opacity-100',
                )}
              >
                {item?.attributes.thumbnail ? (
                  <img
                    src={item.attributes.thumbnail.xs}
                    alt=""
                    loading="lazy"
                    decoding="async"
                    draggable={false}
                    className="size-full rounded-sm object-cover outline-1 -outline-offset-1 outline-line"
                  />
                ) : (
                  item && <ItemIcon item={item} size={26} />
                )}
              </button>
            )
          })}
        </div>
      </div>
    </nav>
  )
}
