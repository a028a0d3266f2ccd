import { proxy } from 'valtio'
import { isOutcomeUnknown } from '../../../shared/contract.ts'
import { apiErrorOf } from '../../tree/ui.ts'
import {
  isRejected,
  type RemoteBatch,
  type RemoteFileCreated,
  type RemoteProgress,
  type RemoteUploadProgress,
  type RemoteUrl,
} from '../contract.ts'
import type { RejectedLink } from './parse-links.ts'

/** Time without an event after which the store polls, because the realtime connection may be lost. */
const pollAfterMs = 5_000

export interface FinishedCounts {
  done: number
  failed: number
}

export interface RemoteApi {
  create(urls: readonly string[], parentId: string | null): Promise<RemoteBatch>
  list(): Promise<RemoteBatch[]>
  cancel(batch: string): Promise<unknown>
  cancelUrl(batch: string, url: string): Promise<unknown>
  retry(batch: string, urls?: string[]): Promise<RemoteBatch>
}

interface BatchUrls {
  readonly attributes: { readonly urls: readonly Pick<RemoteUrl, 'status'>[] }
}

export const isUrlOpen = ({ status }: Pick<RemoteUrl, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** Whether a retry may succeed. */
export const isRetriable = ({ status, reason }: Pick<RemoteUrl, 'status' | 'reason'>): boolean =>
  status === 'failed' && !isRejected(reason)

/** Whether any URL is still open. */
export const isRunning = (batches: readonly BatchUrls[]): boolean =>
  batches.some(({ attributes }) => attributes.urls.some(isUrlOpen))

/** Successful batches are reported and then hidden. */
const isListed = (batch: RemoteBatch): boolean => isRunning([batch]) || batch.attributes.progress.failed > 0

/** Whether the server has no such batch or URL of this caller. */
const isNotFound = (error: unknown): boolean => apiErrorOf(error).code === 'remote-upload-not-found'

const linksOf = ({ urls, parent_id }: { urls: readonly string[]; parent_id: string | null }): string =>
  JSON.stringify([parent_id, urls])

const succeededOf = ({ processed, failed }: RemoteProgress) => processed - failed

/** The remote uploads of this person, started in any tab. */
export const createRemoteStore = (api: RemoteApi, finished: (counts: FinishedCounts) => void) => {
  /** State of the store; `known`: the server has responded with the list. */
  const state = proxy<{ batches: RemoteBatch[]; known: boolean }>({ batches: [], known: false })
  let lastEventAt = 0
  /**
   * Counts of calls to the server, and of actions and events here. A response is ignored when either has changed since
   * its request.
   */
  let [calls, changes] = [0, 0]
  /** Batches whose end was not reported yet, with the number of their stored files. */
  const reportedFiles = new Map<string, number>()
  /** Batches that were dismissed here: nothing is reported for them any more. */
  const dismissed = new Set<string>()

  /** Ids of all batches that the server has named. */
  const seen = new Set<string>()
  /** The links of a call whose response was lost, and the batches that it did not create. */
  let lost: { links: string; others: ReadonlySet<string> } | null = null

  const find = (id: string) => state.batches.find((batch) => batch.id === id)
  const drop = (id: string) => {
    state.batches = state.batches.filter((batch) => batch.id !== id)
  }
  const patch = (batch: RemoteBatch, url: RemoteUrl) => {
    const index = batch.attributes.urls.findIndex(({ id }) => id === url.id)
    if (index >= 0) batch.attributes.urls[index] = url
  }
  /** Records the progress of a batch and reports its end once. Returns whether more files were stored since. */
  const recordProgress = (id: string, progress: RemoteProgress): boolean => {
    const before = reportedFiles.get(id)
    if (before === undefined) return false
    reportedFiles.set(id, succeededOf(progress))
    if (progress.processed === progress.total && reportedFiles.delete(id))
      finished({ done: succeededOf(progress), failed: progress.failed })
    return succeededOf(progress) > before
  }
  const upsert = (batch: RemoteBatch) => {
    changes += 1
    seen.add(batch.id)
    if (!reportedFiles.has(batch.id)) reportedFiles.set(batch.id, 0)
    recordProgress(batch.id, batch.attributes.progress)
    const index = state.batches.findIndex(({ id }) => id === batch.id)
    if (!isListed(batch)) drop(batch.id)
    else if (index < 0) state.batches.unshift(batch)
    else state.batches[index] = batch
  }
  const follow = (batch: RemoteBatch): boolean => {
    const { id, attributes } = batch
    const isKnown = reportedFiles.has(id)
    if (!isKnown && isRunning([batch])) reportedFiles.set(id, succeededOf(attributes.progress))
    return isKnown && recordProgress(id, attributes.progress)
  }
  /** Applies a list. A batch that it lacks was dismissed elsewhere, or ended too long ago to tell how. */
  const applyList = (response: readonly RemoteBatch[]): boolean => {
    for (const { id } of response) seen.add(id)
    const named = response.filter(({ id }) => !dismissed.has(id))
    const missing = [...reportedFiles.keys()].filter(
      (id) => !dismissed.has(id) && !named.some((batch) => batch.id === id),
    )
    for (const id of missing) reportedFiles.delete(id)
    const progressed = named.map(follow)
    state.batches = named.filter(isListed)
    state.known = true
    return missing.length > 0 || progressed.includes(true)
  }

  /** Loads the list. Resolves with whether files may have been stored since. */
  const load = async (): Promise<boolean> => {
    lastEventAt = Date.now()
    calls += 1
    for (const call = calls; call === calls; ) {
      const before = changes
      const response = await api.list()
      if (call === calls && before === changes) return applyList(response)
    }
    return false
  }
  /** The batch of the call whose response was lost. */
  const findLost = async ({ links, others }: NonNullable<typeof lost>): Promise<RemoteBatch | undefined> => {
    const found = (await api.list()).find(
      ({ id, attributes }) =>
        !others.has(id) && linksOf({ ...attributes, urls: attributes.urls.map(({ url }) => url) }) === links,
    )
    if (found) lost = null
    return found
  }
  /** Creates a batch, unless an earlier call with the same links has created it, only whose response was lost. */
  const createOnce = async (urls: readonly string[], parentId: string | null): Promise<RemoteBatch> => {
    const links = linksOf({ urls, parent_id: parentId })
    const earlier = lost?.links === links ? await findLost(lost) : undefined
    if (earlier) return earlier
    const others = new Set(seen)
    try {
      const created = await api.create(urls, parentId)
      lost = null
      return created
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      lost = { links, others }
      const created = await findLost(lost).catch(() => undefined)
      if (created) return created
      throw error
    }
  }
  return {
    state,
    load,
    /** Resolves with the links that the server rejected. */
    create: async (urls: readonly string[], parentId: string | null): Promise<RejectedLink[]> => {
      const batch = await createOnce(urls, parentId)
      upsert(batch)
      return batch.attributes.urls.flatMap(({ url, reason }) => (isRejected(reason) ? [{ url, reason }] : []))
    },
    /** Removes all batches, because access was lost. */
    clear: (): void => {
      calls += 1
      reportedFiles.clear()
      state.batches = []
      state.known = false
    },
    /** Polls when URLs are open and no event arrived for a while. */
    async pollIfStale(): Promise<void> {
      // The absolute value, because the clock may have been put back since.
      if (isRunning(state.batches) && Math.abs(Date.now() - lastEventAt) > pollAfterMs) await load()
    },
    urlEnded({ batch_id, progress, url }: RemoteFileCreated): void {
      if (dismissed.has(batch_id)) return
      lastEventAt = Date.now()
      const batch = find(batch_id)
      if (!batch) return void load().catch(() => undefined)
      changes += 1
      patch(batch, url)
      batch.attributes.progress = progress
      recordProgress(batch_id, progress)
      if (progress.processed === progress.total && progress.failed === 0) drop(batch_id)
    },
    progressed({ batch_id, urls }: RemoteUploadProgress): void {
      lastEventAt = Date.now()
      const batch = find(batch_id)
      if (!batch) return
      // An ended URL was reported already.
      for (const url of urls)
        if (batch.attributes.urls.some((listed) => listed.id === url.id && isUrlOpen(listed))) patch(batch, url)
    },
    async cancel(id: string): Promise<void> {
      dismissed.add(id)
      try {
        await api.cancel(id)
      } catch (error) {
        // A missing batch was dismissed in another tab, which has the same effect.
        if (!isNotFound(error)) {
          dismissed.delete(id)
          // Loaded again: a list that arrived meanwhile was applied without the batch.
          void load().catch(() => undefined)
          throw error
        }
      }
      reportedFiles.delete(id)
      drop(id)
    },
    async cancelUrl(id: string, url: string): Promise<void> {
      await api.cancelUrl(id, url).catch((error) => {
        if (!isNotFound(error)) throw error
      })
      changes += 1
      const batch = find(id)
      if (!batch) return
      const { attributes } = batch
      attributes.urls = attributes.urls.filter((other) => other.id !== url)
      const failed = attributes.urls.filter(({ status }) => status === 'failed').length
      const processed = attributes.urls.filter((listed) => !isUrlOpen(listed)).length
      attributes.progress = { total: attributes.urls.length, processed, failed }
      if (processed < attributes.urls.length) return
      // The person ended the batch, so its end is not reported.
      reportedFiles.delete(id)
      if (failed === 0) drop(id)
    },
    async retry(id: string, urls?: string[]): Promise<void> {
      upsert(await api.retry(id, urls))
      lastEventAt = Date.now()
    },
  }
}

export type RemoteStore = ReturnType<typeof createRemoteStore>
