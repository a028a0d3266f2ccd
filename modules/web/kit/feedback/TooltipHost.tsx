import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Keys } from '../display/Keys.tsx'

type Tip = { anchor: Element; text: string; keys?: string }

const showDelayMs = 450
const neighborDelayMs = 60
const hideDelayMs = 120

type TimeText = (iso: string) => string

/** The text of an element's tooltip: its `data-tip`; of a time whose one is empty, date and time. */
const useTipText = (timeText: TimeText) =>
  useCallback(
    (anchor: Element): string | null => {
      const text = anchor.getAttribute('data-tip')
      return text === '' && anchor instanceof HTMLTimeElement ? timeText(anchor.dateTime) : text
    },
    [timeText],
  )

/**
 * One tooltip for the whole app, by event delegation on `data-tip`: a list of thousands of buttons costs nothing. Opens
 * after a hover delay or immediately on keyboard focus; can be hovered itself; Escape and scrolling close it.
 */
export const TooltipHost = ({ timeText }: { timeText: TimeText }) => {
  const [tip, setTip] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const textOf = useTipText(timeText)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: Element | null = null
    const set = (anchor: Element | null) => {
      shown = anchor
      const text = anchor && textOf(anchor)
      setTip(anchor && text ? { anchor, text, keys: anchor.getAttribute('data-tip-keys') ?? undefined } : null)
    }
    const schedule = (anchor: Element | null, delayMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => set(anchor), delayMs)
    }
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || !(event.target instanceof Element)) return
      if (box.current?.contains(event.target)) return clearTimeout(timer)
      const anchor = event.target.closest('[data-tip]')
      // Once a tooltip is open, tooltips of neighbors open sooner.
      if (anchor !== shown) schedule(anchor, anchor ? (shown ? neighborDelayMs : showDelayMs) : hideDelayMs)
      else clearTimeout(timer)
    }
    const onFocus = (event: FocusEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (anchor?.matches(':focus-visible, :has(:focus-visible)')) schedule(anchor, 0)
    }
    const hide = () => schedule(null, 0)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const listeners = {
      pointerover: onPointerOver,
      focusin: onFocus,
      keydown: onKey,
      pointerdown: hide,
      focusout: hide,
      scroll: hide,
    }
    const ended = new AbortController()
    const options = { signal: ended.signal, capture: true }
    for (const [type, listener] of Object.entries(listeners))
      document.addEventListener(type, listener as EventListener, options)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [textOf])

  // The text may change while it is shown, for example with the language.
  useEffect(() => {
    if (!tip) return
    const { anchor } = tip
    const observer = new MutationObserver(() => {
      const text = textOf(anchor)
      setTip((shown) => (shown?.anchor === anchor && text !== shown.text ? text && { ...shown, text } : shown) || null)
    })
    observer.observe(anchor, { attributes: true, attributeFilter: ['data-tip'] })
    return () => observer.disconnect()
  }, [tip, textOf])

  useLayoutEffect(() => {
    if (!tip || !box.current) return
    const anchorBox = tip.anchor.getBoundingClientRect()
    const size = box.current.getBoundingClientRect()
    // Below, it would cover the next control of a vertical bar.
    const isBeside = tip.anchor.closest('[data-beside]')
    const end = anchorBox.left < size.width ? anchorBox.right + 6 : anchorBox.left - size.width - 6
    const left = isBeside ? end : anchorBox.left + (anchorBox.width - size.width) / 2
    const below = anchorBox.bottom + 6
    const outside = below + size.height > window.innerHeight - 4 ? anchorBox.top - size.height - 6 : below
    const top = isBeside ? anchorBox.top + (anchorBox.height - size.height) / 2 : outside
    const inWindow = Math.max(4, Math.min(window.innerWidth - size.width - 4, left))
    box.current.style.translate = `${Math.round(inWindow)}px ${Math.round(top)}px`
  }, [tip])

  if (!tip) return null
  return createPortal(
    <div
      ref={box}
      data-floating
      role="tooltip"
      className="fixed top-0 left-0 z-80 flex max-w-70 items-center gap-2 rounded-sm bg-tip px-2 py-1 text-12 font-medium text-on-tip"
    >
      <span>{tip.text}</span>
      {tip.keys && (
        <kbd className="font-sans opacity-80">
          <Keys of={tip.keys} />
        </kbd>
      )}
    </div>,
    document.body,
  )
}
