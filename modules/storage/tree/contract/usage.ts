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
import { Item } from './item.ts'

/** Bytes, and their percentage of the capacity (of the used bytes when unlimited), 0–100 with two decimals. */
const Share = object({ used: integer(), percentage: number() })

/** Traffic of one UTC day in bytes, and its percentage of the chart's busiest day. */
export const TrafficDay = object({ created_at: timestamp(), amount: integer(), percentage: number() })
export type TrafficDay = Static<typeof TrafficDay>

/** Storage of an account, trash included. Sizes in bytes; days in ascending order, today last. */
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

/** Files from this size on are listed as the largest ones, smaller ones where few exist; at most this many. */
export const minLargeFileBytes = 1_000_000
export const maxLargestFiles = 10

/**
 * The largest active files of an account, largest first, with their folders. At most ten; of thousands of small ones none.
 */
export const listLargestFiles = endpoint({
  method: 'GET',
  path: '/api/user/storage/largest',
  summary: 'List the largest files',
  access: 'session',
  response: { 200: object({ data: array(object({ data: Item })) }) },
  errors: [],
})

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
