import type { ResultOf } from '../../../shared/contract.ts'
import type { getUser } from '../../../users/contract.ts'
import { defaultChunkSize } from '../../tree/contract.ts'
import type { UploadLimits } from './types.ts'
import type { UploadApi } from './upload.api.ts'

const defaultLimits: UploadLimits = { chunkSize: defaultChunkSize, uploadLimit: 0, blacklist: [] }

/** Whether this person may upload, from `meta.restrictions` of `GET /api/user`. */
export interface UploadPermission {
  allowed: boolean
  /** Without plans, a restriction means that the storage limit was reached. */
  limitReached: boolean
}

/** The fields that uploads read of `GET /api/config`, whose contract is in a module above this one. */
interface UploadConfig {
  /** Bytes. */
  chunkSize: number
  /** Bytes; 0: none. */
  uploadLimit: number
  /** Comma-separated endings or media types. */
  mimetypesBlacklist: string
  subscriptionType: 'none' | 'fixed' | 'metered'
}

/** The upload settings of `GET /api/config`. */
export const uploadLimitsOf = ({
  chunkSize,
  uploadLimit,
  mimetypesBlacklist,
}: Omit<UploadConfig, 'subscriptionType'>): UploadLimits => ({
  chunkSize,
  uploadLimit,
  blacklist: mimetypesBlacklist
    .split(',')
    .map((type) => type.trim().replace(/^\./, '').toLowerCase())
    .filter((type) => type !== ''),
})

/** An open tab uploads by settings that are not older than this. */
const freshMs = 60_000
/** Delay before the settings are requested again after a failed request. */
const retryDelayMs = 5_000

/**
 * Reads limits and the permission again after a minute; the permission at once when it was denied. Without a response, the
 * server rejects the upload instead. `maxFileBytes`: a limit of the target.
 */
export const createUploadLimits = (api: Pick<UploadApi, 'get'>, maxFileBytes: () => number | null = () => null) => {
  let limits: UploadLimits | null = null
  let hasPlans = true
  let permission: { until: number; value: UploadPermission } | null = null
  /** By `performance.now()`, which no change of the clock moves. */
  let freshUntil = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    // Set before the request, because its response may be outdated when it arrives.
    freshUntil = performance.now() + freshMs
    const response = await api.get<UploadConfig>('/api/config', 'chunkSize')
    if (!response.ok) {
      freshUntil = performance.now() + retryDelayMs
      return
    }
    limits = uploadLimitsOf(response.body)
    hasPlans = response.body.subscriptionType !== 'none'
  }
  const isFresh = () => !reading && performance.now() < freshUntil
  const load = async () => {
    if (isFresh()) return
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }
  return {
    current: (): UploadLimits => {
      const ofServer = limits ?? defaultLimits
      const max = maxFileBytes()
      if (max === null || (ofServer.uploadLimit > 0 && ofServer.uploadLimit <= max)) return ofServer
      return { ...ofServer, uploadLimit: max }
    },
    /** Whether `load` would read nothing. */
    isFresh,
    load,
    /** To be called when a setting has changed, or the server has rejected a file that these limits allow. */
    outdate: (): void => {
      freshUntil = 0
      permission = null
    },
    permission: async (): Promise<UploadPermission> => {
      if (permission && performance.now() < permission.until) return permission.value
      const [response] = await Promise.all([api.get<ResultOf<typeof getUser>>('/api/user', 'data'), load()])
      if (!response.ok) return { allowed: true, limitReached: false }
      const value = { allowed: response.body.data.meta.restrictions.canUpload, limitReached: !hasPlans }
      // Requested again when denied: the person may have freed space.
      permission = value.allowed ? { until: performance.now() + freshMs, value } : null
      return value
    },
  }
}

export type UploadLimitsReader = ReturnType<typeof createUploadLimits>
