import type { SearchQuery } from '../contract.ts'

export const spans = ['day', 'week', 'month', 'year'] as const
export const sizes = ['1', '10', '100', '1000'] as const
export const kinds = ['folder', 'image', 'video', 'audio', 'document', 'other'] as const

/** The filters of a search, as the filter chips show them. */
export interface Filters {
  kind: (typeof kinds)[number] | ''
  /** Modified within this span, or between two days (`after:`, `before:`). */
  span: (typeof spans)[number] | ''
  after: string
  before: string
  /** Minimum size in megabytes. */
  size: (typeof sizes)[number] | ''
  /** Search below the open folder only. */
  here: boolean
  /** Search accounts instead of files; admins only. */
  people: boolean
}

export const noFilters: Filters = { kind: '', span: '', after: '', before: '', size: '', here: false, people: false }

const days = { day: 1, week: 7, month: 31, year: 366 } as const
const oneDay = 86_400_000

/** Query parameters of the call; `folder` is the open one. */
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

const kindWords: Record<string, Filters['kind']> = {
  ...{ folder: 'folder', folders: 'folder', image: 'image', images: 'image', photo: 'image', photos: 'image' },
  ...{ video: 'video', videos: 'video', audio: 'audio', music: 'audio', document: 'document', documents: 'document' },
  ...{ doc: 'document', pdf: 'document', other: 'other' },
}

const day = /^\d{4}(-\d{2}(-\d{2})?)?$/
/** `2024` and `2024-05` mean their first day. */
const wholeDay = (value: string) => `${value}-01-01`.slice(0, 10)

/** The filter change of an operator such as `type:image`; null for an ordinary word. */
const parseOperator = (word: string): Partial<Filters> | null => {
  const [, name, value = ''] = /^(type|in|before|after|size):(\S+)$/i.exec(word) ?? []
  switch (name?.toLowerCase()) {
    case 'type':
      return kindWords[value.toLowerCase()] ? { kind: kindWords[value.toLowerCase()] as Filters['kind'] } : null
    case 'in':
      return value.toLowerCase() === 'here' ? { here: true } : null
    case 'before':
      return day.test(value) ? { before: wholeDay(value) } : null
    case 'after':
      return day.test(value) ? { after: wholeDay(value), span: '' } : null
    case 'size': {
      const megabytes = Number.parseFloat(value.replace(/^>/, ''))
      const size = sizes.findLast((step) => Number(step) <= megabytes)
      return size ? { size } : null
    }
    default:
      return null
  }
}

/** Extracts operators that are followed by a space (`type:image `) from the text; each becomes a chip. */
export const extractOperators = (text: string): { text: string; operators: Partial<Filters> } => {
  let operators: Partial<Filters> = {}
  const remaining = text.replace(/(\S+)\s/g, (whole, word: string) => {
    const filter = parseOperator(word)
    if (!filter) return whole
    operators = { ...operators, ...filter }
    return ''
  })
  return { text: remaining, operators }
}

export const anyFilter = (filters: Filters): boolean => Object.values(filters).some(Boolean)
