import { likeLiteral } from '../../../platform/index.ts'

const maxWords = 8
/** Trigrams find shorter words only at the beginning of a word. */
const minContainedLength = 3

/**
 * Conditions on `u`, rows of `user_summaries`: every word of the search begins a word of the name or email, or is contained
 * in it from three characters on, regardless of case and accents; an international domain has both forms. Adds their values
 * to `values`, whose last one is `$n`.
 */
export const accountSearch = (search: string, values: unknown[]): string[] =>
  search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => {
      const start = [...word].length < minContainedLength ? ' ' : ''
      return `u.search_text like search_fold($${values.push(`%${start}${likeLiteral(word)}%`)})`
    })
