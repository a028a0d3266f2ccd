import { call } from '../../web/ui.ts'
import { listUsers } from '../contract.ts'
import type { UsersState } from './users-query.ts'

const perPage = 200

/** Ids of all accounts that a list finds, `max` at most. */
export const findAllIds = async (state: UsersState, max: number): Promise<string[]> => {
  const { columns: _, cursor: __, ...query } = state
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof call<typeof listUsers>>> = await call(listUsers, {
      query: { ...query, per_page: perPage, ...(cursor ? { cursor } : {}) },
    })
    ids.push(...page.data.map(({ data }) => data.id))
    cursor = page.meta.paginate.nextCursor
  } while (cursor && ids.length < max)
  return ids.slice(0, max)
}
