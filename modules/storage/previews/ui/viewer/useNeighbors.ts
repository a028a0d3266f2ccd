import { useEffect } from 'react'
import type { ViewerSource } from '../../client/viewer-source.ts'
import { pictureOf } from './picture.ts'

/** Delay in ms before the pictures next to the shown one load. */
const prefetchDelayMs = 250

/** Preloads the pictures next to the shown one. `renditionsOnly`: only renditions, no files. */
export const useNeighbors = (source: ViewerSource, index: number, renditionsOnly: boolean): void => {
  useEffect(() => {
    if (index < 0) return
    const timer = setTimeout(() => {
      for (const step of [1, -1, 2]) {
        const item = source.at(index + step)
        const picture = item && pictureOf(item)
        if (picture && !(renditionsOnly && picture.limit === null)) new Image().src = picture.src
      }
    }, prefetchDelayMs)
    return () => clearTimeout(timer)
  }, [source, index, renditionsOnly])
}
