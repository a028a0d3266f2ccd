import type { Item } from '../../tree/contract.ts'
import type { FolderView } from './folder-view.ts'

interface Copy {
  /** Time of the listing in ms since 1970. */
  at: number
  first: Item | undefined
  version: number
}

/** Views that show what this browser has kept, until the server's rows arrive; and the times of the others. */
export const createOfflineCopies = (now = () => Date.now()) => {
  const copies = new WeakMap<FolderView, Copy>()
  const read = new WeakMap<FolderView, { version: number; at: number }>()

  const copyOf = (view: FolderView): Copy | null => {
    const copy = copies.get(view)
    const isShown =
      copy && view.listing.at(0) === copy.first && (copy.first || view.listing.state.version === copy.version)
    return isShown ? copy : null
  }
  return {
    /** Whether the view shows what was kept. */
    isCopy: (view: FolderView): boolean => copyOf(view) !== null,
    /** Shows kept rows in a view that could not be loaded. */
    show: (
      view: FolderView,
      kept: Pick<FolderView, 'root'> & { parents: FolderView['path']; items: Item[]; at: number },
    ) => {
      const { listing } = view
      Object.assign(view, { root: kept.root, path: kept.parents, fetchedAt: 0 })
      listing.refresh(0, { items: kept.items, total: kept.items.length, next: null })
      copies.set(view, { at: kept.at, first: listing.at(0), version: listing.state.version })
    },
    /** Time of the rows that the view shows; asked after each change of them. */
    timeOf: (view: FolderView): number => {
      const copy = copyOf(view)
      if (copy) return copy.at
      const { version } = view.listing.state
      const known = read.get(view)
      // Without a connection only own changes come, which will be undone.
      if (known && (known.version === version || !navigator.onLine)) return known.at
      const at = now()
      read.set(view, { version, at })
      return at
    },
  }
}
