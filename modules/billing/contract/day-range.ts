import { optional, string } from '../../shared/contract.ts'

const day = string({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Query fields of a list: days in `zone` (default: UTC), both included. */
export const dayRange = {
  since: optional(day),
  until: optional(day),
  zone: optional(string({ maxLength: 64, pattern: '^[A-Za-z0-9_+/:-]+$' })),
}
export interface DayRange {
  since?: string | undefined
  until?: string | undefined
  zone?: string | undefined
}
