import { foldText } from '../../../storage/contract.ts'
import type { UserQuery } from '../../contract.ts'

const maxWords = 8
/** Trigrams find shorter words only at the beginning of a word. */
const minContainedLength = 3

const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')
const patternOf = (word: string) => `%${[...word].length < minContainedLength ? ' ' : ''}${escapeLike(word)}%`

export interface UserFilter {
  /** Conditions on `u`, joined by `and`. */
  sql: string
  values: unknown[]
}

/** The condition of a list without filters. */
export const everybody = 'true'

/** The conditions of a list; placeholders from $1. */
export const filterOf = ({ search, role, status, verified }: UserQuery): UserFilter => {
  const values: unknown[] = []
  const conditions: string[] = [everybody]
  const words = foldText(search ?? '')
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
  for (const word of words) conditions.push(`u.search_text like $${values.push(patternOf(word))}`)
  // Constants, so that the planner takes the partial indexes.
  if (role) conditions.push(`u.role = '${role === 'admin' ? 'admin' : 'user'}'`)
  if (status) conditions.push(`u.status = '${status === 'active' ? 'active' : 'suspended'}'`)
  if (verified) conditions.push(`u.email_verified_at is ${verified === 'yes' ? 'not null' : 'null'}`)
  return { sql: conditions.join(' and '), values }
}
