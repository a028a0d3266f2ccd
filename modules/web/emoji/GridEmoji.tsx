import { createContext, use, useEffect, useRef, useState } from 'react'
import { Emoji } from '../kit/index.ts'
import type { Watch } from './useNear.ts'

export const WatchContext = createContext<Watch>(() => () => undefined)

/** An emoji of the grid, drawn when it comes near: a browser draws hundreds of pictures for seconds. */
export const GridEmoji = ({ char }: { char: string }) => {
  const watch = use(WatchContext)
  const place = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const { current } = place
    return near || !current ? undefined : watch(current, () => setNear(true))
  }, [watch, near])
  return (
    <span ref={place} className="grid size-6.5 place-items-center">
      {near && <Emoji char={char} size={26} />}
    </span>
  )
}
