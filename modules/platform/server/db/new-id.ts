import { randomUUID } from 'node:crypto'

/**
 * An id for a row of a table that grows without end: a UUID of version 7, whose first half is the time. New rows then lie
 * beside each other in each index, in pages that are in memory; wholly random ones would touch another page each.
 */
export const newId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
