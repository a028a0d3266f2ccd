import type { SearchQuery } from '../contract.ts'

export const spans = ['day', 'week', 'month', 'year'] as const
export const sizes = ['1', '10', '100', '1000'] as const
export const kinds = ['folder', 'image', 'video', 'audio', 'document', 'other'] as const

/** What narrows a search, as its chips show it. */
export interface Filters {
  kind: (typeof kinds)[number] | ''
  /** Modified within this time, or from and before a day (`after:`, `before:`). */
  span: (typeof spans)[number] | ''
  after: string
  before: string
  /** At least so many megabytes. */
  size: (typeof sizes)[number] | ''
  /** Only below the folder on screen. */
  here: boolean
  /** Accounts instead of files, for admins. */
  people: boolean
}

export const noFilters: Filters = { kind: '', span: '', after: '', before: '', size: '', here: false, people: false }

const days = { day: 1, week: 7, month: 31, year: 366 } as const
const oneDay = 86_400_000

/** The call's parameters; `folder` is the one on screen. */
export const queryOf = (query: string, filters: Filters, folder: string | null, now: number): SearchQuery => {
  if (filters.people) return { query, filter: 'users' }
  const { kind, span, after, before, size, here } = filters
  const from = after || (span && new Date(now - days[span] * oneDay).toISOString())
  return {
    query,
    ...(kind && { filter: kind }),
    ...(from && { from }),
    ...(before && { to: before }),
    ...(size && { min: Number(size) * 1_000_000 }),
    ...(here && folder && { in: folder }),
  }
}

const words: Record<string, Filters['kind']> = {
  ...{ folder: 'folder', folders: 'folder', image: 'image', images: 'image', photo: 'image', photos: 'image' },
  ...{ video: 'video', videos: 'video', audio: 'audio', music: 'audio', document: 'document', documents: 'document' },
  ...{ doc: 'document', pdf: 'document', other: 'other' },
}

const day = /^\d{4}(-\d{2}(-\d{2})?)?$/
/** `2024` and `2024-05` mean their first day. */
const wholeDay = (value: string) => `${value}-01-01`.slice(0, 10)

/** One finished operator of the text: what it changes, or null when it is an ordinary word. */
const operator = (word: string): Partial<Filters> | null => {
  const [, name, value = ''] = /^(type|in|before|after|size):(\S+)$/i.exec(word) ?? []
  switch (name?.toLowerCase()) {
    case 'type':
      return words[value.toLowerCase()] ? { kind: words[value.toLowerCase()] as Filters['kind'] } : null
    case 'in':
      return value.toLowerCase() === 'here' ? { here: true } : null
    case 'before':
      return day.test(value) ? { before: wholeDay(value) } : null
    case 'after':
      return day.test(value) ? { after: wholeDay(value), span: '' } : null
    case 'size': {
      const least = Number.parseFloat(value.replace(/^>/, ''))
      const size = sizes.findLast((step) => Number(step) <= least)
      return size ? { size } : null
    }
    default:
      return null
  }
}

/** Takes operators that are followed by a blank (`type:image `) out of the text; each becomes a chip. */
export const takeOperators = (text: string): { text: string; found: Partial<Filters> } => {
  let found: Partial<Filters> = {}
  const rest = text.replace(/(\S+)\s/g, (whole, word: string) => {
    const filter = operator(word)
    if (!filter) return whole
    found = { ...found, ...filter }
    return ''
  })
  return { text: rest, found }
}

export const anyFilter = (filters: Filters): boolean => Object.values(filters).some(Boolean)
