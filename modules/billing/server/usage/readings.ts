import type { MeteredFeature } from '../services/bill.ts'

/** Counters of an account at its last recording. */
export interface UsageMeter {
  user_id: string
  storage_bytes: number
  members: number
  /** UTC day, `YYYY-MM-DD`, from which `traffic_bytes` counts. */
  traffic_from: string
  traffic_bytes: number
}

/** Counters of an account now. */
export interface UsageReading {
  used_bytes: number
  /** The most since the last reading. */
  peak_bytes: number
  /** Since `traffic_from` of the meter. */
  traffic_bytes: number
  /** Since yesterday. */
  latest_traffic_bytes: number
  members: number
}

export interface NewUsageEvent {
  user_id: string
  feature: MeteredFeature
  quantity: number
}

/**
 * The events that a reading adds: storage and members where they changed, with the peak before the present value, and the
 * bytes of traffic since the last reading.
 */
export const usageEventsOf = (meter: UsageMeter, reading: UsageReading): NewUsageEvent[] => {
  const { user_id } = meter
  const events: NewUsageEvent[] = []
  const add = (feature: MeteredFeature, quantity: number) => events.push({ user_id, feature, quantity })
  if (reading.peak_bytes > Math.max(meter.storage_bytes, reading.used_bytes)) add('storage', reading.peak_bytes)
  const last = events.at(-1)?.quantity ?? meter.storage_bytes
  if (reading.used_bytes !== last) add('storage', reading.used_bytes)
  const traffic = reading.traffic_bytes - meter.traffic_bytes
  if (traffic > 0) add('bandwidth', traffic)
  if (reading.members !== meter.members) add('member', reading.members)
  return events
}
