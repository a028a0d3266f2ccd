import { uuidPattern } from '../../shared/contract.ts'
import { sharingErrors } from './errors.ts'

const pattern = new RegExp(`^(\\d{1,18})\\.(${uuidPattern.slice(1, -1)})$`)

/** Cursor of a list by time: microseconds since 1970, as PostgreSQL's times are finer than JavaScript's, and an id. */
export const encodeTimeCursor = (micros: number | string, id: string): string => `${micros}.${id}`

/** 422 `invalid-cursor`. */
export const decodeTimeCursor = (cursor: string): { micros: number; id: string } => {
  const [, micros, id] = pattern.exec(cursor) ?? []
  if (!micros || !id) throw sharingErrors.fail('invalid-cursor')
  return { micros: Number(micros), id }
}
