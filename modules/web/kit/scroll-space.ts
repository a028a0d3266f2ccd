/** px; Firefox makes no element higher than about 17.9 million px, Chromium than 33.5 million. */
export const maxElementHeight = 15_000_000
/** Distance from an end, in viewports, within which positions are exact. */
const exactViewports = 4
/** A move that is larger, in viewports, is one of the scrollbar: it selects a part of the content, not a row. */
const maxStepViewports = 2

type Scroller = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/**
 * Maps positions of a scroll container to positions in its content, which may be higher than browsers make an element.
 * Up to `max` px both are the same. Beyond, the element is `max` px high and stands for a part of the content that moves:
 * small steps move both alike, large ones in proportion.
 */
export const createScrollSpace = (max = maxElementHeight) => {
  /** px of the content for which the element has no room. */
  let missing = 0
  /** Position in the content minus position in the element: from 0 to `missing`. */
  let offset = 0
  /** Position of the element when it was read last. */
  let last = 0

  const endOf = ({ scrollHeight, clientHeight }: Scroller) => Math.max(0, scrollHeight - clientHeight)
  const place = (element: Scroller, wanted: number): void => {
    const end = endOf(element)
    const whole = end + missing
    const position = Math.max(0, Math.min(whole, wanted))
    const exact = exactViewports * element.clientHeight
    if (position <= exact) offset = 0
    else if (position >= whole - exact) offset = missing
    else offset = Math.round(position * (missing / whole))
    element.scrollTop = position - offset
    last = element.scrollTop
  }

  return {
    /** Height of the element for content of this height. */
    resize(content: number): number {
      missing = Math.max(0, content - max)
      offset = Math.min(offset, missing)
      return Math.min(content, max)
    },
    /** px to subtract from positions in the content for positions in the element. */
    offset: (): number => offset,
    /** The position in the content. Called with each scroll event, it may move the element and its content together. */
    read(element: Scroller): number {
      const top = element.scrollTop
      if (missing > 0) {
        const end = endOf(element)
        const view = element.clientHeight
        if (Math.abs(top - last) > maxStepViewports * view && end > 0) offset = Math.round((top / end) * missing)
        if ((top < view && offset > 0) || (top > end - view && offset < missing)) {
          place(element, top + offset)
          return last + offset
        }
      }
      last = top
      return top + offset
    },
    /** Scrolls to a position in the content. */
    scrollTo(element: Scroller, position: number): void {
      const step = position - offset - element.scrollTop
      if (missing === 0 || Math.abs(step) <= maxStepViewports * element.clientHeight) element.scrollTop += step
      else place(element, position)
    },
  }
}

export type ScrollSpace = ReturnType<typeof createScrollSpace>
