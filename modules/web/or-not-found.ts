import { render } from 'vike/abort'
import { statusOf } from '../shared/contract.ts'

/** Shows the page for 404 when `result` rejects with one of these statuses. */
export const orNotFound = <T>(result: Promise<T>, statuses: readonly number[] = [404]): Promise<T> =>
  result.catch((error: unknown) => {
    throw statuses.includes(statusOf(error) ?? 0) ? render(404) : error
  })
