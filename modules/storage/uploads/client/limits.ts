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

const words = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.map((word) => String(word).trim().replace(/^\./, '').toLowerCase()).filter((word) => word !== '')
}

/** The upload settings of `GET /api/config`. A missing one means no limit. */
export const limitsOf = (config: Record<string, unknown>): UploadLimits => ({
  chunkSize: Number(config.chunkSize) > 0 ? Number(config.chunkSize) : defaultChunkSize,
  uploadLimit: Number(config.uploadLimit) > 0 ? Number(config.uploadLimit) : 0,
  blacklist: words(config.mimetypesBlacklist),
})

/** An open tab uploads by settings that are not older than this. */
const freshMs = 60_000
/** Delay before the settings are requested again after a failed request. */
const retryDelayMs = 5_000

/**
 * Reads limits and the permission again after a minute; the permission at once when it was denied. Without a response, the
 * server rejects the upload instead. `maxFileBytes`: a limit of the target.
 */
export const createLimits = (api: UploadApi, maxFileBytes: () => number | null = () => null) => {
  let limits: UploadLimits | null = null
  let plans = ''
  let permission: { until: number; value: UploadPermission } | null = null
  /** By `performance.now()`, which no change of the clock moves. */
  let freshUntil = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    // Set before the request, because its response may be outdated when it arrives.
    freshUntil = performance.now() + freshMs
    const response = await api.get('/api/config')
    if (response.status !== 200) {
      freshUntil = performance.now() + retryDelayMs
      return
    }
    limits = limitsOf(response.body)
    plans = String(response.body.subscriptionType ?? '')
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
      const known = limits ?? defaultLimits
      const max = maxFileBytes()
      if (max === null || (known.uploadLimit > 0 && known.uploadLimit <= max)) return known
      return { ...known, uploadLimit: max }
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
      const [response] = await Promise.all([api.get('/api/user'), load()])
      if (response.status !== 200) return { allowed: true, limitReached: false }
      const data = response.body.data as { meta?: { restrictions?: Record<string, unknown> } } | undefined
      const value = { allowed: data?.meta?.restrictions?.canUpload !== false, limitReached: plans === 'none' }
      // Requested again when denied: the person may have freed space.
      permission = value.allowed ? { until: performance.now() + freshMs, value } : null
      return value
    },
  }
}

export type Limits = ReturnType<typeof createLimits>
