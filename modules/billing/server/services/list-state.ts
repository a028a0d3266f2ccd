import { compileCheck, newestFirst } from '../../../platform/index.ts'
import type { Static, TSchema } from '../../../shared/contract.ts'

/** The state of a list as its address holds it. */
export type ListState<Filters> = Filters & {
  cursor?: string
  /** Position of the first row, from 0, for the reader. */
  from?: number
}

/** Reads the state of an address. What is invalid stays out, so that an edited address still shows a list. */
export const listStateReader = <Filters extends TSchema & { properties: object }>(
  schema: Filters,
): ((search: Record<string, string>) => ListState<Static<Filters>>) => {
  const check = compileCheck(schema, 'query')
  const isValid = (query: object): boolean => {
    try {
      check(query)
      return true
    } catch {
      return false
    }
  }
  const names = Object.keys(schema.properties)
  return (search) => {
    const given = names.filter((name) => search[name] && isValid({ [name]: search[name] }))
    const filters = Object.fromEntries(given.map((name) => [name, search[name]])) as ListState<Static<Filters>>
    const { cursor, from = '' } = search
    if (!cursor || !newestFirst.readPosition(cursor)) return filters
    return Object.assign({}, filters, { cursor }, /^\d{1,9}$/.test(from) ? { from: Number(from) } : null)
  }
}
