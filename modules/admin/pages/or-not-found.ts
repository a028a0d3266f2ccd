import { render } from 'vike/abort'
import { statusOf } from '../../shared/contract.ts'

/** The 404 page for what does not exist. */
export const orNotFound = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw statusOf(error) === 404 ? render(404) : error
  })
