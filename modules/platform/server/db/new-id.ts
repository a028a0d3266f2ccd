import { randomUUID } from 'node:crypto'

/**
 * A UUID of version 7, whose first half is the time, for rows of large tables. New rows are then adjacent in each index,
 * in pages that are cached; with random ids, each row would touch another page.
 */
export const newId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
