import { useLayoutEffect } from 'react'
import { usePageContext } from '../../web/ui.ts'
import type { Folder } from '../client/shared-folder.store.ts'

/** Where each history entry of a folder was left: its rendered rows and px from the top. By the time at which Vike created it. */
const places = new Map<number | undefined, { end: number; y: number }>()
const maxPlaces = 100

/**
 * On a step in the history, shows as many rows as were rendered before, and scrolls to where the folder was left. Vike scrolls
 * too, but only while the page has its first rows and may be too short.
 */
export const useKeptPlace = (folder: Folder): void => {
  const { isHistoryNavigation } = usePageContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a folder of its own
  useLayoutEffect(() => {
    const entry = history.state?.vike?.timestamp
    // Set until it is restored.
    let left = isHistoryNavigation && places.get(entry)
    let lowest = 0
    if (left)
      void folder.show(left.end).then(() =>
        // React has rendered the rows by then.
        requestAnimationFrame(() => {
          if (left) scrollTo(0, left.y)
          left = false
        }),
      )
    const keep = () => {
      places.set(entry, { end: folder.state.end, y: scrollY })
      if (places.size > maxPlaces) places.delete(places.keys().next().value)
    }
    // This code loads late: the visitor may have scrolled before.
    if (!left) keep()
    const onScroll = () => {
      // The visitor has scrolled up while the rows were loading.
      if (scrollY < lowest - innerHeight / 4) left = false
      lowest = Math.max(lowest, scrollY)
      if (!left) keep()
    }
    addEventListener('scroll', onScroll)
    return () => {
      left = false
      removeEventListener('scroll', onScroll)
    }
  }, [folder])
}
