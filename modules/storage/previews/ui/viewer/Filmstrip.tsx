import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx, useMedia, useT } from '../../../../web/ui.ts'
import type { ViewerSource } from '../../client/viewer-source.ts'
import { ItemIcon } from '../Thumbnail.tsx'
import type { Look } from './usePanZoom.ts'

/** px of a picture and the gap after it. */
const step = 60
const spare = 6

/** All files of the list as small pictures, of which only those in view exist. Not on low screens. */
export const Filmstrip = ({ source, look }: { source: ViewerSource; look: Look }) => {
  const t = useT()
  const roomy = useMedia('(min-height: 480px)')
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ left: 0, width: 0 })
  const { index, total, goTo } = look
  const first = look.first ?? index
  const count = total - first
  const from = Math.max(Math.floor(view.left / step) - spare, 0)
  const to = Math.min(Math.ceil((view.left + view.width) / step) + spare, count)

  const shown = roomy && index >= 0 && count > 1
  const measure = useCallback(() => {
    const element = frame.current
    if (element) setView({ left: Math.abs(element.scrollLeft), width: element.clientWidth })
  }, [])
  const centre = useCallback(() => {
    const element = frame.current
    if (!element) return
    const middle = (index - first + 0.5) * step + 8 - element.clientWidth / 2
    element.scrollLeft = document.documentElement.dir === 'rtl' ? -middle : middle
    measure()
  }, [index, first, measure])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is there once it is shown
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    centre()
    const observer = new ResizeObserver(centre)
    observer.observe(element)
    return () => observer.disconnect()
  }, [centre, shown])
  useEffect(() => {
    if (view.width === 0 || !shown) return
    // Pictures that only fly by are not worth a call.
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
        <div className="relative mx-auto h-12" style={{ width: count * step }}>
          {Array.from({ length: Math.max(to - from, 0) }, (_, n) => {
            const at = first + from + n
            const item = source.at(at)
            const current = at === index
            return (
              <button
                key={at}
                type="button"
                tabIndex={-1}
                aria-current={current || undefined}
                aria-label={item?.attributes.name ?? t('storage:viewer.loading')}
                onClick={() => goTo(at)}
                style={{ insetInlineStart: (from + n) * step + 6 }}
                className={cx(
                  'absolute top-0 grid size-12 place-items-center overflow-hidden rounded-sm bg-n3',
                  current ? 'ring-2 ring-brand-mark ring-offset-2 ring-offset-surface' : 'opacity-75 hover:opacity-100',
                )}
              >
                {item?.attributes.thumbnail ? (
                  <img
                    src={item.attributes.thumbnail.xs}
                    alt=""
                    loading="lazy"
                    decoding="async"
                    draggable={false}
                    className="size-full object-cover"
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
