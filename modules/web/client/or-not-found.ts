import { render } from 'vike/abort'
import { statusOf } from '../../shared/contract.ts'

/** For the data of a page: shows the 404 page where `result` rejects with 404, or another of `statuses`. */
export const orNotFound = <T>(result: Promise<T>, statuses: readonly number[] = [404]): Promise<T> =>
  result.catch((error: unknown) => {
    throw statuses.includes(statusOf(error) ?? 0) ? render(404) : error
  })
