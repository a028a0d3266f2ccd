import { dayMs, foldText, formatLocale, wallTimeAt } from '../../../shared/contract.ts'
import { minSizes, type SearchFilters, sharingFilters } from './filters.ts'

const kindWords: Record<string, SearchFilters['kind']> = {
  folder: 'folder',
  folders: 'folder',
  image: 'image',
  images: 'image',
  photo: 'image',
  photos: 'image',
  video: 'video',
  videos: 'video',
  audio: 'audio',
  music: 'audio',
  document: 'document',
  documents: 'document',
  doc: 'document',
  other: 'other',
}
const extensionPattern = /^[a-z0-9]{1,6}$/

const datePattern = /^[1-9]\d{3}(-\d{2}(-\d{2})?)?$/
/** `2024` and `2024-05` mean their first day. */
const wholeDay = (value: string) => `${value}-01-01`.slice(0, 10)
/** The day (`2026-11-21`) of a time in UTC. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The last seven days by their names in these languages, today first. */
const namedDays = (today: string, locales: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>()
  for (let ago = 6; ago >= 0; ago--) {
    // Days are counted in UTC, where each has 24 hours.
    const time = Date.parse(today) - ago * dayMs
    for (const locale of locales) {
      const weekday = new Intl.DateTimeFormat(formatLocale(locale), { weekday: 'long', timeZone: 'UTC' }).format(time)
      const relative = new Intl.RelativeTimeFormat(formatLocale(locale), { numeric: 'auto' }).format(-ago, 'day')
      for (const name of ago < 2 ? [weekday, relative] : [weekday]) names.set(foldText(name), dayOf(time))
    }
  }
  return names
}

/** Circumstances on which the meaning of an operator depends. */
interface Reader {
  now: number
  /** Time zone in which `now` says what day is today. */
  zone: string
  /** Language in which days may be named, beside English. */
  locale: string
  /** Whether a folder is open, in which `in:here` searches. */
  isFolderOpen: boolean
}

/** `2024-05-01`, `2024`, `yesterday`, `Monday` (the last one) as a day; null for other words and days that do not exist. */
const parseDay = (value: string, { now, zone, locale }: Reader): string | null => {
  if (!datePattern.test(value)) return namedDays(wallTimeAt(now, zone).day, ['en', locale]).get(foldText(value)) ?? null
  const day = wholeDay(value)
  const time = Date.parse(`${day}T00:00Z`)
  // Month 13 is an invalid date, and February 31 may become one of March.
  return !Number.isNaN(time) && dayOf(time) === day ? day : null
}

/** The filter change of an operator such as `type:image`; null for an ordinary word. */
const parseOperator = (word: string, reader: Reader): Partial<SearchFilters> | null => {
  const [, name, given = ''] = /^(type|in|content|owner|shared|before|after|size):(.+)$/i.exec(word) ?? []
  const value = given.replace(/^"(.*)"$/, '$1')
  const folded = value.toLowerCase()
  switch (name?.toLowerCase()) {
    case 'type': {
      const kind = kindWords[folded]
      if (kind) return { kind, extension: '' }
      return extensionPattern.test(folded) ? { extension: folded, kind: '' } : null
    }
    case 'in':
      if (folded === 'here') return reader.isFolderOpen ? { here: true, inName: '' } : null
      return { inName: value, here: false }
    case 'content':
      return value.trim() ? { content: value.trim() } : null
    case 'owner':
      return value.trim() ? { owner: folded === 'me' ? folded : value.trim(), ownerName: '' } : null
    case 'shared': {
      const shared = sharingFilters.find((sharing) => sharing === folded)
      return shared ? { shared } : null
    }
    case 'before': {
      const day = parseDay(value, reader)
      return day ? { before: day } : null
    }
    case 'after': {
      const day = parseDay(value, reader)
      return day ? { after: day, span: '' } : null
    }
    case 'size': {
      const megabytes = Number.parseFloat(value.replace(/^>/, ''))
      const size = minSizes.findLast((step) => Number(step) <= megabytes)
      return size ? { size } : null
    }
    default:
      return null
  }
}

/** A quoted value that is not complete, which stays text; else, as its group, an operator or word that a space follows. */
const partPattern = /\w+:"[^"]*(?:"(?!\s)|$)|(\w+:"[^"]*"|\S+)\s/g

/**
 * Extracts operators that are followed by a space (`type:pdf `, `in:"Client files" `) from the text; each becomes a chip.
 * One that cannot be applied stays text.
 */
export const extractOperators = (text: string, reader: Reader): { text: string; operators: Partial<SearchFilters> } => {
  let operators: Partial<SearchFilters> = {}
  const remaining = text.replace(partPattern, (whole, word?: string) => {
    const filter = word && parseOperator(word, reader)
    if (!filter) return whole
    operators = { ...operators, ...filter }
    return ''
  })
  return { text: remaining, operators }
}

/** An operator at the end of a text whose values are offered while it is typed. */
interface TypedOperator {
  name: 'owner' | 'shared'
  value: string
  /** The text before the operator. */
  before: string
  /** The text with the operator as it applies so far, or without it. */
  closed: string
}

/** The operator that the text ends with; null for none. */
export const typedOperator = (text: string): TypedOperator | null => {
  const [whole, word, quoted, plain = ''] = /(?<!\S)(owner|shared):(?:"([^"]*)|([^\s"]*))$/i.exec(text) ?? []
  if (whole === undefined || word === undefined) return null
  const name = word.toLowerCase() === 'owner' ? 'owner' : 'shared'
  const value = quoted ?? plain
  const before = text.slice(0, text.length - whole.length)
  // The operator is part of a quoted value that is not complete.
  if (before.split('"').length % 2 === 0) return null
  const applies =
    name === 'owner' ? value.trim() !== '' : sharingFilters.some((sharing) => sharing === value.toLowerCase())
  return { name, value, before, closed: applies ? `${before}${name}:"${value}"` : before }
}
