import type { MeteredFeature } from '../services/bill.ts'

/** What of an account was recorded last. */
export interface Meter {
  user_id: string
  storage_bytes: number
  members: number
  /** UTC day, `YYYY-MM-DD`, from which `traffic_bytes` counts. */
  traffic_from: string
  traffic_bytes: number
}

/** Counters of an account now; `traffic` counts from the meter's day, `latest` from yesterday. */
export interface Reading {
  used: number
  /** The most bytes since the last reading. */
  peak: number
  traffic: number
  latest: number
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
export const eventsOf = (meter: Meter, reading: Reading): NewUsageEvent[] => {
  const { user_id } = meter
  const events: NewUsageEvent[] = []
  const add = (feature: MeteredFeature, quantity: number) => events.push({ user_id, feature, quantity })
  if (reading.peak > Math.max(meter.storage_bytes, reading.used)) add('storage', reading.peak)
  const last = events.at(-1)?.quantity ?? meter.storage_bytes
  if (reading.used !== last) add('storage', reading.used)
  if (reading.traffic > meter.traffic_bytes) add('bandwidth', reading.traffic - meter.traffic_bytes)
  if (reading.members !== meter.members) add('member', reading.members)
  return events
}
