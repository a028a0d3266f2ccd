import { defaultChunkSize } from '../../tree/contract.ts'
import type { UploadLimits } from './types.ts'
import type { UploadApi } from './upload.api.ts'

export const defaultLimits: UploadLimits = { chunkSize: defaultChunkSize, uploadLimit: 0, blacklist: [] }

/** May this person upload? From `GET /api/user`, `meta.restrictions`. */
export interface Permission {
  allowed: boolean
  /** No plans here: then it is the storage limit that was reached (PRODUCT.md §6). */
  limitReached: boolean
}

const words = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.map((word) => String(word).trim().replace(/^\./, '').toLowerCase()).filter((word) => word !== '')
}

/** The upload part of `GET /api/config`; what is missing there counts as “no limit”. */
export const limitsOf = (config: Record<string, unknown>): UploadLimits => ({
  chunkSize: Number(config.chunkSize) > 0 ? Number(config.chunkSize) : defaultChunkSize,
  uploadLimit: Number(config.uploadLimit) > 0 ? Number(config.uploadLimit) : 0,
  blacklist: words(config.mimetypesBlacklist),
})

/** Reads limits once, and the permission again after a minute; without an answer the server's refusal will do. */
export const createLimits = (api: UploadApi) => {
  let limits: UploadLimits | null = null
  let plans = ''
  let permission: { at: number; value: Permission } | null = null
  const config = async () => {
    if (limits) return
    const answer = await api.get('/api/config')
    if (answer.status !== 200) return
    limits = limitsOf(answer.body)
    plans = String(answer.body.subscriptionType ?? '')
  }
  return {
    current: () => limits ?? defaultLimits,
    load: config,
    permission: async (): Promise<Permission> => {
      if (permission && Date.now() - permission.at < 60_000) return permission.value
      const [answer] = await Promise.all([api.get('/api/user'), config()])
      if (answer.status !== 200) return { allowed: true, limitReached: false }
      const data = answer.body.data as { meta?: { restrictions?: Record<string, unknown> } } | undefined
      const value = { allowed: data?.meta?.restrictions?.canUpload !== false, limitReached: plans === 'none' }
      permission = { at: Date.now(), value }
      return value
    },
  }
}

export type Limits = ReturnType<typeof createLimits>
