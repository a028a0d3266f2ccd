import { proxy } from 'valtio'
import { apiErrorOf } from '../../tree/ui.ts'
import {
  isRejected,
  type RemoteBatch,
  type RemoteFileCreated,
  type RemoteProgress,
  type RemoteUploadProgress,
  type RemoteUrl,
} from '../contract.ts'
import type { RejectedLink } from './links.ts'

/** ms without news after which it asks by itself: the line may be down. */
const patience = 5_000

export interface Finished {
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

interface Addressed {
  readonly attributes: { readonly urls: readonly Pick<RemoteUrl, 'status'>[] }
}

export const isOpen = ({ status }: Pick<RemoteUrl, 'status'>): boolean => status === 'waiting' || status === 'running'

/** Failed in a way that another try may mend. */
export const isRetriable = ({ status, reason }: Pick<RemoteUrl, 'status' | 'reason'>): boolean =>
  status === 'failed' && !isRejected(reason)

/** Something of them is still to come. */
export const isRunning = (batches: readonly Addressed[]): boolean =>
  batches.some(({ attributes }) => attributes.urls.some(isOpen))

/** What ended well is told and gone. */
const isShown = (batch: RemoteBatch): boolean => isRunning([batch]) || batch.attributes.progress.failed > 0

/** The server has no such batch or address of this caller's. */
const isUnknown = (error: unknown): boolean => apiErrorOf(error).code === 'remote-upload-not-found'

const goodOf = ({ processed, failed }: RemoteProgress) => processed - failed

/** The remote uploads of this person, in whatever tab they were begun. */
export const createRemote = (api: RemoteApi, finished: (counts: Finished) => void) => {
  /** `known`: the server has told what there is. */
  const state = proxy<{ batches: RemoteBatch[]; known: boolean }>({ batches: [], known: false })
  let heardAt = 0
  /** Questions to the server, and what was done or heard here: an answer from before the last of either is no news. */
  let [asked, deeds] = [0, 0]
  /** Batches seen running whose end was not told yet, each with its files that have come. */
  const followed = new Map<string, number>()
  /** Batches that were put away here: nothing is told of them any more. */
  const putAway = new Set<string>()

  const find = (id: string) => state.batches.find((batch) => batch.id === id)
  const drop = (id: string) => {
    state.batches = state.batches.filter((batch) => batch.id !== id)
  }
  const patch = (batch: RemoteBatch, url: RemoteUrl) => {
    const at = batch.attributes.urls.findIndex(({ id }) => id === url.id)
    if (at >= 0) batch.attributes.urls[at] = url
  }
  /** How a batch is: its end is told once, by whichever way it is heard of first. Whether files have come since. */
  const hear = (id: string, progress: RemoteProgress): boolean => {
    const before = followed.get(id)
    if (before === undefined) return false
    followed.set(id, goodOf(progress))
    if (progress.processed === progress.total && followed.delete(id))
      finished({ done: goodOf(progress), failed: progress.failed })
    return goodOf(progress) > before
  }
  const put = (batch: RemoteBatch) => {
    deeds += 1
    if (!followed.has(batch.id)) followed.set(batch.id, 0)
    hear(batch.id, batch.attributes.progress)
    const at = state.batches.findIndex(({ id }) => id === batch.id)
    if (!isShown(batch)) drop(batch.id)
    else if (at < 0) state.batches.unshift(batch)
    else state.batches[at] = batch
  }
  const follow = (batch: RemoteBatch): boolean => {
    const { id, attributes } = batch
    const isKnown = followed.has(id)
    if (!isKnown && isRunning([batch])) followed.set(id, goodOf(attributes.progress))
    return isKnown && hear(id, attributes.progress)
  }
  /** Takes an answer over. What it does not name was put away elsewhere, or ended so long ago that nobody can say how. */
  const take = (answer: readonly RemoteBatch[]): boolean => {
    const named = answer.filter(({ id }) => !putAway.has(id))
    const gone = [...followed.keys()].filter((id) => !putAway.has(id) && !named.some((batch) => batch.id === id))
    for (const id of gone) followed.delete(id)
    const come = named.map(follow)
    state.batches = named.filter(isShown)
    state.known = true
    return gone.length > 0 || come.includes(true)
  }

  /** Asks how far they are. Whether files may have come since. */
  const load = async (): Promise<boolean> => {
    heardAt = Date.now()
    asked += 1
    for (const question = asked; question === asked; ) {
      const before = deeds
      const answer = await api.list()
      if (question === asked && before === deeds) return take(answer)
    }
    return false
  }
  return {
    state,
    load,
    /** Resolves with the links that the server does not fetch. */
    create: async (urls: readonly string[], parentId: string | null): Promise<RejectedLink[]> => {
      const batch = await api.create(urls, parentId)
      put(batch)
      return batch.attributes.urls.flatMap(({ url, reason }) => (isRejected(reason) ? [{ url, reason }] : []))
    },
    /** Forgets all of them: the way in is shut. */
    clear: (): void => {
      asked += 1
      followed.clear()
      state.batches = []
      state.known = false
    },
    /** Asks anew when something runs and nothing was heard of it for a while. */
    async watch(): Promise<void> {
      if (isRunning(state.batches) && Date.now() - heardAt > patience) await load()
    },
    ended({ batch_id, progress, url }: RemoteFileCreated): void {
      if (putAway.has(batch_id)) return
      heardAt = Date.now()
      const batch = find(batch_id)
      if (!batch) return void load().catch(() => undefined)
      deeds += 1
      patch(batch, url)
      batch.attributes.progress = progress
      hear(batch_id, progress)
      if (progress.processed === progress.total && progress.failed === 0) drop(batch_id)
    },
    moved({ batch_id, urls }: RemoteUploadProgress): void {
      heardAt = Date.now()
      const batch = find(batch_id)
      if (!batch) return
      // What ended meanwhile has been told already.
      for (const url of urls)
        if (batch.attributes.urls.some((known) => known.id === url.id && isOpen(known))) patch(batch, url)
    },
    async cancel(id: string): Promise<void> {
      putAway.add(id)
      try {
        await api.cancel(id)
      } catch (error) {
        // Put away in another tab: what was asked for.
        if (!isUnknown(error)) {
          putAway.delete(id)
          // An answer meanwhile left it out.
          void load().catch(() => undefined)
          throw error
        }
      }
      followed.delete(id)
      drop(id)
    },
    async cancelUrl(id: string, url: string): Promise<void> {
      await api.cancelUrl(id, url).catch((error) => {
        if (!isUnknown(error)) throw error
      })
      deeds += 1
      const batch = find(id)
      if (!batch) return
      const { attributes } = batch
      attributes.urls = attributes.urls.filter((known) => known.id !== url)
      const failed = attributes.urls.filter(({ status }) => status === 'failed').length
      const processed = attributes.urls.filter((known) => !isOpen(known)).length
      attributes.progress = { total: attributes.urls.length, processed, failed }
      if (processed < attributes.urls.length) return
      // Its end was their own deed.
      followed.delete(id)
      if (failed === 0) drop(id)
    },
    async retry(id: string, urls?: string[]): Promise<void> {
      put(await api.retry(id, urls))
      heardAt = Date.now()
    },
  }
}

export type Remote = ReturnType<typeof createRemote>
