import type { Item } from '../../tree/contract.ts'
import { pageSize } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'

interface Copy {
  /** Time of the listing in ms since 1970. */
  at: number
  first: Item | undefined
  version: number
}

/** Rows as they were last read. */
interface Reading {
  version: number
  /** Time of the reading in ms since 1970. */
  at: number
  /** Number of changes by others that were known. */
  changes: number
  /** Others have changed something since. */
  isStale: boolean
}

/** Whether the first page was read since the last change by others; own new rows in it are never fresh. */
const hasFreshRow = ({ listing }: FolderView): boolean =>
  Array.from({ length: Math.min(listing.state.total, pageSize) }, (_, index) => index).some((index) =>
    listing.isFresh(index),
  )

/** Views that show what this browser has kept, until the server's rows arrive; and the times of the others. */
export const createOfflineCopies = (now = () => Date.now()) => {
  const copies = new WeakMap<FolderView, Copy>()
  const read = new WeakMap<FolderView, Reading>()

  const copyOf = (view: FolderView): Copy | null => {
    const copy = copies.get(view)
    const isShown =
      copy && view.listing.at(0) === copy.first && (copy.first || view.listing.state.version === copy.version)
    return isShown ? copy : null
  }
  const readingOf = (view: FolderView): Reading => {
    const { version, total } = view.listing.state
    const known = read.get(view)
    // Without a connection only own changes come, which will be undone.
    if (known && (known.version === version || !navigator.onLine)) return known
    const changes = view.listing.asOf()
    const isStale = total > 0 ? !hasFreshRow(view) : view.fetchedAt === 0 && known?.changes !== changes
    const at = isStale ? (known?.at ?? view.changedAt) : now()
    const reading = { version, at, changes, isStale }
    read.set(view, reading)
    return reading
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
    /** Whether others have changed nothing, as far as is known; asked after each change of the rows. */
    isCurrent: (view: FolderView): boolean => copyOf(view) === null && !readingOf(view).isStale,
    /** Time of the rows that the view shows; asked after each change of them. */
    timeOf: (view: FolderView): number => copyOf(view)?.at ?? readingOf(view).at,
  }
}
