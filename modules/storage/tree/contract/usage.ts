import {
  array,
  endpoint,
  integer,
  nullable,
  number,
  object,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'

/** Bytes, and their share of the capacity (without one: of what is used), 0–100 with two decimals. */
const Share = object({ used: integer(), percentage: number() })

/** One UTC day: bytes moved, and their share of the chart's busiest day. */
const TrafficDay = object({ created_at: timestamp(), amount: integer(), percentage: number() })
export type TrafficDay = Static<typeof TrafficDay>

/** What an account holds, trash included (API.md §5.1); sizes in bytes, the days oldest first, today last. */
export const StorageUsage = object({
  id: uuid(),
  type: string(),
  attributes: object({
    used: integer(),
    /** Null: no limit. */
    capacity: nullable(integer()),
    percentage: number(),
  }),
  meta: object({
    traffic: object({
      chart: object({ download: array(TrafficDay), upload: array(TrafficDay) }),
      download: integer(),
      upload: integer(),
    }),
    images: Share,
    videos: Share,
    audios: Share,
    documents: Share,
    others: Share,
  }),
})
export type StorageUsage = Static<typeof StorageUsage>

export const usageKinds = ['images', 'videos', 'audios', 'documents', 'others'] as const
export type UsageKind = (typeof usageKinds)[number]

/** Days of the traffic charts, today included. */
export const trafficDays = 45

export const showStorage = endpoint({
  method: 'GET',
  path: '/api/user/storage',
  summary: 'Read the use of storage and traffic',
  access: 'session',
  response: { 200: single(StorageUsage) },
  errors: [],
})
