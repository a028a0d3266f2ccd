import { startOfDay } from '../../../shared/contract.ts'
import type { DayRange } from '../../contract/day-range.ts'

/** Conditions on `created_at` for rows of the days; their values are added to `values`. */
export const dayConditions = ({ since, until, zone = 'UTC' }: DayRange, values: unknown[]): string[] => {
  const [from, to] = [startOfDay(since, zone), startOfDay(until, zone, 1)]
  return [...(from ? [`created_at >= $${values.push(from)}`] : []), ...(to ? [`created_at < $${values.push(to)}`] : [])]
}
