import { newestFirst, queryFields } from '../../../platform/index.ts'
import type { Static, TSchema } from '../../../shared/contract.ts'
import type { ListState } from '../../contract.ts'

/** A function that reads the state of a list from the parameters of its URL. */
export const listStateReader = <Filters extends TSchema & { properties: object }>(
  schema: Filters,
): ((search: Record<string, string>) => ListState<Static<Filters>>) => {
  const filtersOf = queryFields(schema)
  return (search) => {
    const { cursor, from = '' } = search
    const isCursor = cursor !== undefined && newestFirst.readPosition(cursor) !== null
    const position = isCursor ? { cursor, ...(/^\d{1,9}$/.test(from) && { from: Number(from) }) } : {}
    return Object.assign(filtersOf(search) as object, position) as ListState<Static<Filters>>
  }
}
