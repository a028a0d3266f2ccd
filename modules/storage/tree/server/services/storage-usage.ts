import type { Db } from '../../../../platform/index.ts'
import { type StorageUsage, type TrafficDay, trafficDays, type UsageKind, usageKinds } from '../../contract.ts'
import type { Entitlements } from '../entitlements.ts'
import type { Scope } from '../scope.ts'
import type { KindBytes } from '../usage-by-kind.ts'

interface Day {
  day: Date
  upload: number
  download: number
}

const usedSql = `select used_bytes as used, images_bytes as images, videos_bytes as videos, audios_bytes as audios,
  documents_bytes as documents from usage where user_id = $1`
const daysSql = `generate_series((now() at time zone 'utc')::date - ${trafficDays - 1}, (now() at time zone 'utc')::date, '1 day') as d (day)`
/** Totals of ended days, and the rows of the other days. The cost does not grow with the history. */
export const allTrafficSql = `select (d.day::timestamp at time zone 'utc') as day,
    coalesce(c.uploaded_bytes, o.upload, 0)::bigint as upload, coalesce(c.downloaded_bytes, o.download, 0)::bigint as download
  from ${daysSql} left join traffic_totals c on c.day = d.day::date
    left join lateral (select sum(uploaded_bytes) as upload, sum(downloaded_bytes) as download from traffic t
      where c.day is null and t.day = d.day::date) o on true order by d.day`
const trafficSql = `select (d.day::timestamp at time zone 'utc') as day, coalesce(t.uploaded_bytes, 0) as upload, coalesce(t.downloaded_bytes, 0) as download
  from ${daysSql} left join traffic t on t.user_id = $1 and t.day = d.day::date order by d.day`

const share = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 10_000) / whole) / 100 : 0)

/** Bytes an account uses, trash included; bytes reserved by open uploads are not counted. */
export const usedBytes = async (db: Db, userId: string): Promise<number> => {
  const rows = await db.query<{ used: number }>(
    'select used_bytes as used from usage where user_id = $1',
    [userId],
    'storage.used',
  )
  return rows[0]?.used ?? 0
}

/** Storage usage and traffic of an account. Reads counters only: the cost does not grow with the number of files. */
export class StorageUsageReport {
  private readonly db: Db
  private readonly entitlements: Pick<Entitlements, 'canUpload'>
  constructor(db: Db, entitlements: Pick<Entitlements, 'canUpload'>) {
    this.db = db
    this.entitlements = entitlements
  }

  async report({ ownerId }: Scope): Promise<StorageUsage> {
    const [[counters], days, { limit: capacity }] = await Promise.all([
      this.db.query<KindBytes & { used: number }>(usedSql, [ownerId], 'storage.used-by-kind'),
      this.db.query<Day>(trafficSql, [ownerId], 'storage.traffic-days'),
      this.entitlements.canUpload(ownerId, 0),
    ])
    const { used, ...kinds } = counters ?? { used: 0, images: 0, videos: 0, audios: 0, documents: 0 }
    const others = Math.max(used - kinds.images - kinds.videos - kinds.audios - kinds.documents, 0)
    const bytes: Record<UsageKind, number> = { ...kinds, others }
    const shares = usageKinds.map((kind) => [
      kind,
      { used: bytes[kind], percentage: share(bytes[kind], capacity ?? used) },
    ])
    return {
      id: ownerId,
      type: 'storage',
      attributes: { used, capacity, percentage: share(used, capacity ?? used) },
      meta: {
        traffic: trafficOf(days),
        ...(Object.fromEntries(shares) as Pick<StorageUsage['meta'], UsageKind>),
      },
    }
  }
}

/** Number of an account's files and folders, trash included. */
export const ownedItems = async (db: Db, userId: string): Promise<{ files: number; folders: number }> => {
  const [counts] = await db.query<{ files: number; folders: number }>(
    `select count(*) filter (where not is_folder)::int as files, count(*) filter (where is_folder)::int as folders
     from items where owner_id = $1`,
    [userId],
  )
  return counts ?? { files: 0, folders: 0 }
}

/** Bytes stored by all accounts, trash included. */
export const installationUsedBytes = async (db: Db): Promise<number> => {
  const [total] = await db.query<{ used: number }>('select coalesce(sum(used_bytes), 0)::bigint as used from usage')
  return total?.used ?? 0
}

/** Uploads and downloads of all accounts by day. */
export const installationTraffic = async (db: Db): Promise<StorageUsage['meta']['traffic']> =>
  trafficOf(await db.query<Day>(allTrafficSql))

const trafficOf = (days: readonly Day[]): StorageUsage['meta']['traffic'] => ({
  chart: { download: chartOf(days, 'download'), upload: chartOf(days, 'upload') },
  download: sumOf(days, 'download'),
  upload: sumOf(days, 'upload'),
})

type Direction = 'upload' | 'download'
const sumOf = (days: readonly Day[], direction: Direction): number => days.reduce((sum, day) => sum + day[direction], 0)

const chartOf = (days: readonly Day[], direction: Direction): TrafficDay[] => {
  const busiest = Math.max(...days.map((day) => day[direction]))
  return days.map((day) => ({
    created_at: day.day.toISOString(),
    amount: day[direction],
    percentage: share(day[direction], busiest),
  }))
}
