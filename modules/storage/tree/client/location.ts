/** The view of an extension list, named by its URL path. */
export type ExtensionView = `/platform/${string}`
/** The views of the platform. `recent` and extension lists have no folders inside. */
export type View = 'files' | 'recent' | 'trash' | ExtensionView
export interface ViewLocation {
  view: View
  /** The open folder; null is the root. */
  id: string | null
}

const basePaths: Record<Exclude<View, ExtensionView>, string> = {
  files: '/platform/files',
  recent: '/platform/recent-uploads',
  trash: '/platform/trash',
}

export const isExtensionView = (view: View): view is ExtensionView => view.startsWith('/')
/** Whether the view is flat: items from all folders in a fixed order. */
export const isFlatView = (view: View): boolean => view === 'recent' || isExtensionView(view)

export const hrefOf = ({ view, id }: ViewLocation): string => {
  const basePath = isExtensionView(view) ? view : basePaths[view]
  return id ? `${basePath}/${id}` : basePath
}

/** The location of a URL path; null for other pages. */
export const locationOf = (pathname: string, extensions: readonly ExtensionView[] = []): ViewLocation | null => {
  const list = extensions.find((view) => pathname === view || pathname === `${view}/`)
  if (list) return { view: list, id: null }
  for (const [view, basePath] of Object.entries(basePaths) as [Exclude<View, ExtensionView>, string][]) {
    if (pathname === basePath || pathname === `${basePath}/`) return { view, id: null }
    const rest = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1).replace(/\/$/, '') : ''
    if (rest && !rest.includes('/') && view !== 'recent') return { view, id: rest }
  }
  return null
}

export const sameLocation = (a: ViewLocation, b: ViewLocation): boolean => a.view === b.view && a.id === b.id
