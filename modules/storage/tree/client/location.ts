/** A list that another module adds, named by its address. */
export type AddedView = `/platform/${string}`
/** The listings of the platform; `recent` and those that others add have no folders inside. */
export type View = 'files' | 'recent' | 'trash' | AddedView
export interface Place {
  view: View
  /** Folder shown; null is the root. */
  id: string | null
}

const bases: Record<Exclude<View, AddedView>, string> = {
  files: '/platform/files',
  recent: '/platform/recent-uploads',
  trash: '/platform/trash',
}

export const isAdded = (view: View): view is AddedView => view.startsWith('/')
/** Its items come from everywhere, in one order: there is no folder, nothing to sort. */
export const isGathered = (view: View): boolean => view === 'recent' || isAdded(view)

export const hrefOf = ({ view, id }: Place): string => {
  const base = isAdded(view) ? view : bases[view]
  return id ? `${base}/${id}` : base
}

/** The place an address shows, or null for another page. */
export const placeOf = (pathname: string, added: readonly AddedView[] = []): Place | null => {
  const list = added.find((view) => pathname === view || pathname === `${view}/`)
  if (list) return { view: list, id: null }
  for (const [view, base] of Object.entries(bases) as [Exclude<View, AddedView>, string][]) {
    if (pathname === base || pathname === `${base}/`) return { view, id: null }
    const rest = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).replace(/\/$/, '') : ''
    if (rest && !rest.includes('/') && view !== 'recent') return { view, id: rest }
  }
  return null
}

export const samePlace = (a: Place, b: Place): boolean => a.view === b.view && a.id === b.id
