import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyComponent, usePrefetch } from '../lazy-component.tsx'
import type { TooltipContent } from './ShownTooltip.tsx'

const ShownTooltip = lazyComponent(async () => (await import('./ShownTooltip.tsx')).ShownTooltip)

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
  const [tip, setTip] = useState<TooltipContent | null>(null)
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

  usePrefetch(ShownTooltip)
  return tip && <ShownTooltip tip={tip} setTip={setTip} textOf={textOf} box={box} />
}
