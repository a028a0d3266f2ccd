import { dayMs, instantAt } from '../../../shared/contract.ts'
import type { SearchQuery } from '../contract.ts'

export const changeSpans = ['day', 'week', 'month', 'year'] as const
export const minSizes = ['1', '10', '100', '1000'] as const
export const sharingFilters = ['link', 'team', 'none'] as const
export const kindFilters = ['folder', 'image', 'video', 'audio', 'document', 'other'] as const

/** The filters of a search, as the filter chips show them. */
export interface SearchFilters {
  kind: (typeof kindFilters)[number] | ''
  /** Modified within this span, or between two days (`after:`, `before:`). */
  span: (typeof changeSpans)[number] | ''
  after: string
  before: string
  /** Minimum size in megabytes. */
  size: (typeof minSizes)[number] | ''
  /** Search below the open folder only. */
  here: boolean
  /** Search below the folder of this name only. */
  inName: string
  /** Items of the account (`me`) or of somebody else, by their name or email. */
  owner: string
  /** Name of the owner, where the email is of a person whom the account knows. */
  ownerName: string
  /** With a link, in a team folder, or neither. */
  shared: (typeof sharingFilters)[number] | ''
  /** Files with this extension only, in lower case. */
  extension: string
  /** Files with these words in their text only. */
  content: string
  /** Search accounts instead of files; admins only. */
  people: boolean
}

export const noFilters: SearchFilters = {
  kind: '',
  span: '',
  after: '',
  before: '',
  size: '',
  here: false,
  inName: '',
  owner: '',
  ownerName: '',
  shared: '',
  extension: '',
  content: '',
  people: false,
}

const days = { day: 1, week: 7, month: 31, year: 366 } as const

/** Midnight of a day (`2026-11-21`) in a time zone, in ISO 8601. */
export const isoStartOfDay = (day: string, zone: string): string =>
  new Date(instantAt({ day, time: '00:00' }, zone)).toISOString()

/** Query parameters of the call. `folder`: the open one; days begin at midnight in `zone`. The caller resolves `inName`. */
export const searchQueryOf = (
  query: string,
  filters: SearchFilters,
  folder: string | null,
  now: number,
  zone: string,
): SearchQuery => {
  if (filters.people) return { query, filter: 'users' }
  const { kind, span, after, before, size, here, extension, content, owner, shared } = filters
  const from = after ? isoStartOfDay(after, zone) : span && new Date(now - days[span] * dayMs).toISOString()
  return {
    ...(query && { query }),
    ...(kind && { filter: kind }),
    ...(from && { from }),
    ...(before && { to: isoStartOfDay(before, zone) }),
    ...(extension && { extension }),
    ...(content && { content }),
    ...(owner && { owner }),
    ...(shared && { shared }),
    ...(size && { min: Number(size) * 1_000_000 }),
    ...(here && folder && { in: folder }),
  }
}

export const hasFilter = (filters: SearchFilters): boolean => Object.values(filters).some(Boolean)

/** Whether files are searched without a word: by filters other than of accounts. */
export const searchesByFilters = ({ people, ...filters }: SearchFilters): boolean =>
  !people && Object.values(filters).some(Boolean)
