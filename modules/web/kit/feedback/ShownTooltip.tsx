import { type Dispatch, type RefObject, type SetStateAction, useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { Keys } from '../display/Keys.tsx'

export type TooltipContent = { anchor: Element; text: string; keys?: string }

interface Props {
  tip: TooltipContent
  setTip: Dispatch<SetStateAction<TooltipContent | null>>
  textOf: (anchor: Element) => string | null
  box: RefObject<HTMLDivElement | null>
}

/** The shown tooltip, beside its element. */
export const ShownTooltip = ({ tip, setTip, textOf, box }: Props) => {
  // The text may change while it is shown, for example with the language.
  useEffect(() => {
    const { anchor } = tip
    const observer = new MutationObserver(() => {
      const text = textOf(anchor)
      setTip((shown) => (shown?.anchor === anchor && text !== shown.text ? text && { ...shown, text } : shown) || null)
    })
    observer.observe(anchor, { attributes: true, attributeFilter: ['data-tip'] })
    return () => observer.disconnect()
  }, [tip, setTip, textOf])

  useLayoutEffect(() => {
    if (!box.current) return
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
  }, [tip, box])

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
