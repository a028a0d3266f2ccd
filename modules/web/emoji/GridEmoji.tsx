import { createContext, use, useEffect, useRef, useState } from 'react'
import { Emoji } from '../kit/index.ts'
import type { ObserveViewport } from '../kit/useInViewport.ts'

export const ViewportContext = createContext<ObserveViewport>(() => () => undefined)

/** An emoji of the grid, rendered when it scrolls near: rendering all images at once blocks a browser for seconds. */
export const GridEmoji = ({ char }: { char: string }) => {
  const observe = use(ViewportContext)
  const box = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const { current } = box
    return near || !current ? undefined : observe(current, () => setNear(true))
  }, [observe, near])
  return (
    <span ref={box} className="grid size-6.5 place-items-center">
      {near && <Emoji char={char} size={26} />}
    </span>
  )
}
