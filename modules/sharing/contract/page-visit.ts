import type { PublicShareLink } from './visitor.ts'

/** A visit of a link's page: whether it shows the link, and data for its head and frame. */
export interface PageVisit {
  state: 'missing' | 'unavailable' | 'locked' | 'open'
  share: PublicShareLink | null
  /** URL of the link. */
  link: string
  /** URL of its preview image. */
  ogImage: string
  allowIndexing: boolean
  /** Whether downloads of the link's files are only logged, or limited; missing without downloads. */
  downloadCount?: 'logged' | 'limited'
  /** Where the link can be reported; null when there is none. */
  report: string | null
}
