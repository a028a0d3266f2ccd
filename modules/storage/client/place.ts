/** The three listings of the platform, each with folders inside but `recent`. */
export type View = 'files' | 'recent' | 'trash'
export interface Place {
  view: View
  /** Folder shown; null is the root. */
  id: string | null
}

const bases: Record<View, string> = {
  files: '/platform/files',
  recent: '/platform/recent-uploads',
  trash: '/platform/trash',
}

export const hrefOf = (place: Place): string => (place.id ? `${bases[place.view]}/${place.id}` : bases[place.view])

/** The place an address shows, or null for another page. */
export const placeOf = (pathname: string): Place | null => {
  for (const [view, base] of Object.entries(bases) as [View, string][]) {
    if (pathname === base || pathname === `${base}/`) return { view, id: null }
    const rest = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).replace(/\/$/, '') : ''
    if (rest && !rest.includes('/') && view !== 'recent') return { view, id: rest }
  }
  return null
}

export const samePlace = (a: Place, b: Place): boolean => a.view === b.view && a.id === b.id
