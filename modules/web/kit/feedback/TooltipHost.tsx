import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Keys } from '../display/Keys.tsx'

type Tip = { anchor: Element; text: string; keys?: string }

const delay = 450

/**
 * One tooltip for the whole app: it listens for elements with `data-tip`, so a list of thousands of buttons costs nothing.
 * Shown after a moment of hovering or at once on keyboard focus; can be hovered; Escape and scrolling hide it.
 */
export const TooltipHost = () => {
  const [tip, setTip] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: Element | null = null
    const set = (anchor: Element | null) => {
      shown = anchor
      const text = anchor?.getAttribute('data-tip')
      setTip(anchor && text ? { anchor, text, keys: anchor.getAttribute('data-tip-keys') ?? undefined } : null)
    }
    const later = (anchor: Element | null, wait: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => set(anchor), wait)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || !(event.target instanceof Element)) return
      if (box.current?.contains(event.target)) return clearTimeout(timer)
      const anchor = event.target.closest('[data-tip]')
      // Once one is shown, its neighbours follow at once.
      if (anchor !== shown) later(anchor, anchor ? (shown ? 60 : delay) : 120)
      else clearTimeout(timer)
    }
    const focus = (event: FocusEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (anchor?.matches(':focus-visible, :has(:focus-visible)')) later(anchor, 0)
    }
    const hide = () => later(null, 0)
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', key, true)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', key, true)
      document.removeEventListener('scroll', hide, { capture: true })
    }
  }, [])

  useLayoutEffect(() => {
    if (!tip || !box.current) return
    const at = tip.anchor.getBoundingClientRect()
    const own = box.current.getBoundingClientRect()
    const below = at.bottom + 6
    const top = below + own.height > window.innerHeight - 4 ? at.top - own.height - 6 : below
    const centre = at.left + at.width / 2 - own.width / 2
    const left = Math.max(4, Math.min(window.innerWidth - own.width - 4, centre))
    box.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
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
