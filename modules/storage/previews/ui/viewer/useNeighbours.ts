import { useEffect } from 'react'
import type { ViewerSource } from '../../client/viewer-source.ts'
import { pictureOf } from './picture.ts'

/** ms that somebody must stay before what lies beside is fetched. */
const patience = 250

/** Fetches the pictures beside the shown one, so that the next step needs no network. */
export const useNeighbours = (source: ViewerSource, index: number): void => {
  useEffect(() => {
    if (index < 0) return
    const timer = setTimeout(() => {
      for (const step of [1, -1, 2]) {
        const item = source.at(index + step)
        const picture = item && pictureOf(item)
        if (picture) new Image().src = picture.src
      }
    }, patience)
    return () => clearTimeout(timer)
  }, [source, index])
}
