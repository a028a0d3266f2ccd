import type { FastifyRequest } from 'fastify'
import type { BlobStore, Config, Settings } from '../../../platform/index.ts'
import type { Entitlements } from '../../tree/index.ts'
import { asAppError } from '../../tree/index.ts'
import { disposition } from './disposition.ts'
import type { Files } from './files.ts'
import type { Caller } from './token-auth.ts'
import type { Traffic } from './traffic.ts'

/** Smaller files are sent sooner than a browser has followed a redirect. */
const minBytes = 1 << 20
/** Time in which a download must begin. */
const ttlSeconds = 60

interface DirectDownloadsDeps {
  files: Files
  traffic: Traffic
  blobs: BlobStore
  settings: Settings
  entitlements: Entitlements
  config: Pick<Config, 'appUrl'>
}

/**
 * Downloads that browsers fetch from the object store itself (setting `direct_downloads`). Only those whose permission does
 * not end and whose bytes are not billed: people's own files, saved by a session. Links, requests and team folders, whose
 * limits and removed members must take effect at the next range, go through this server.
 */
export class DirectDownloads {
  private readonly deps: DirectDownloadsDeps
  constructor(deps: DirectDownloadsDeps) {
    this.deps = deps
  }

  /**
   * A URL for this one download, after all checks of a download; null where the server sends the file. Errors as
   * `Files.find`.
   */
  async urlFor({ method, principal }: FastifyRequest, caller: Caller, id: string): Promise<string | null> {
    const { files, traffic, settings, entitlements } = this.deps
    if (method !== 'GET' || !principal?.sessionId || !caller.cacheable || caller.begin) return null
    if (!(await settings.get('direct_downloads')) || (await entitlements.billsDownloads())) return null
    const file = await files.find(caller.scope, id)
    // For a damaged file, the usual download responds with its error.
    if (file.size < minBytes || file.isDamaged) return null
    const url = await this.presigned(file)
    if (url) traffic.downloaded(caller.scope.ownerId, file.size)
    return url
  }

  private async presigned({ key, size, name }: { key: string; size: number; name: string }): Promise<string | null> {
    const { blobs, config } = this.deps
    const contentType = 'application/octet-stream'
    const url = await blobs.directUrl(key, { disposition: disposition('attachment', name), contentType, ttlSeconds })
    // Browsers block downloads by HTTP from a page with HTTPS.
    if (!url || (config.appUrl.startsWith('https:') && !url.startsWith('https:'))) return null
    const stored = await blobs.stat(key).catch((error: unknown) => {
      throw asAppError(error)
    })
    return stored?.size === size ? url : null
  }
}
