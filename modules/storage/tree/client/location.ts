/** The view of an extension list, named by its URL path. */
export type ExtensionSection = `/platform/${string}`
/** The views of the platform. `recent` and extension lists have no folders inside. */
export type Section = 'files' | 'recent' | 'trash' | ExtensionSection
export interface SectionLocation {
  section: Section
  /** The open folder; null is the root. */
  id: string | null
}

const basePaths: Record<Exclude<Section, ExtensionSection>, string> = {
  files: '/platform/files',
  recent: '/platform/recent-uploads',
  trash: '/platform/trash',
}

export const isExtensionSection = (section: Section): section is ExtensionSection => section.startsWith('/')
/** Whether the section is flat: items from all folders. */
export const isFlatSection = (section: Section): boolean => section === 'recent' || isExtensionSection(section)

export const hrefOf = ({ section, id }: SectionLocation): string => {
  const basePath = isExtensionSection(section) ? section : basePaths[section]
  return id ? `${basePath}/${id}` : basePath
}

/** The location of a URL path; null for other pages. */
export const locationOf = (pathname: string, extensions: readonly ExtensionSection[] = []): SectionLocation | null => {
  const list = extensions.find((view) => pathname === view || pathname === `${view}/`)
  if (list) return { section: list, id: null }
  for (const [section, basePath] of Object.entries(basePaths) as [Exclude<Section, ExtensionSection>, string][]) {
    if (pathname === basePath || pathname === `${basePath}/`) return { section, id: null }
    const rest = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1).replace(/\/$/, '') : ''
    if (rest && !rest.includes('/') && section !== 'recent') return { section, id: rest }
  }
  return null
}

export const sameLocation = (a: SectionLocation, b: SectionLocation): boolean =>
  a.section === b.section && a.id === b.id
