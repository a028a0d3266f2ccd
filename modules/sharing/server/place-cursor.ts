import { uuidPattern } from '../../shared/contract.ts'
import { sharingErrors } from './errors.ts'

const place = new RegExp(`^(\\d{1,18})\\.(${uuidPattern.slice(1, -1)})$`)

/** A place in a list by time: microseconds since 1970, for times of the database are finer than JavaScript's, and an id. */
export const writePlace = (at: number | string, id: string): string => `${at}.${id}`

/** 422 `bad-cursor` for what is none of ours. */
export const readPlace = (cursor: string): { at: number; id: string } => {
  const [, at, id] = place.exec(cursor) ?? []
  if (!at || !id) throw sharingErrors.fail('bad-cursor')
  return { at: Number(at), id }
}
