import { proxy } from 'valtio'
import type { RemoteBatch, RemoteFileCreated, RemoteUploadProgress, RemoteUrl } from '../../contract.ts'

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

export const isOpen = ({ status }: Pick<RemoteUrl, 'status'>): boolean => status === 'waiting' || status === 'running'

/** The remote uploads of this person, in whatever tab they were begun. */
export const createRemote = (api: RemoteApi, finished: (counts: Finished) => void) => {
  const state = proxy<{ batches: RemoteBatch[] }>({ batches: [] })
  let heardAt = 0
  const find = (id: string) => state.batches.find((batch) => batch.id === id)
  const drop = (id: string) => {
    state.batches = state.batches.filter((batch) => batch.id !== id)
  }
  const put = (batch: RemoteBatch) => {
    const at = state.batches.findIndex(({ id }) => id === batch.id)
    if (at < 0) state.batches.unshift(batch)
    else state.batches[at] = batch
  }
  const patch = (batch: RemoteBatch, url: RemoteUrl) => {
    const at = batch.attributes.urls.findIndex(({ id }) => id === url.id)
    if (at >= 0) batch.attributes.urls[at] = url
  }
  const running = () => state.batches.some(({ attributes }) => attributes.urls.some(isOpen))

  const load = async (): Promise<void> => {
    heardAt = Date.now()
    state.batches = await api.list()
  }
  return {
    state,
    load,
    running,
    create: async (urls: readonly string[], parentId: string | null): Promise<void> => {
      put(await api.create(urls, parentId))
    },
    /** Forgets all of them: the way in is shut. */
    clear: (): void => {
      state.batches = []
    },
    /**
     * For those whom nobody tells: asks how far they are. Whether files have come since. What the server does not name any
     * more has ended well.
     */
    async poll(): Promise<boolean> {
      const before = state.batches
        .filter(({ attributes }) => attributes.urls.some(isOpen))
        .map(({ id, attributes }) => ({ id, ...attributes.progress }))
      await load()
      let come = false
      for (const { id, total, processed: was, failed: wasFailed } of before) {
        const { processed, failed } = find(id)?.attributes.progress ?? { processed: total, failed: 0 }
        come ||= processed - failed > was - wasFailed
        if (processed === total) finished({ done: processed - failed, failed })
      }
      return come
    },

    /** Asks anew when something runs and nothing was heard of it for a while. */
    async watch(): Promise<void> {
      if (running() && Date.now() - heardAt > patience) await load()
    },
    ended({ batch_id, progress, url }: RemoteFileCreated): void {
      heardAt = Date.now()
      const batch = find(batch_id)
      if (!batch) return void load().catch(() => undefined)
      patch(batch, url)
      batch.attributes.progress = progress
      if (progress.processed < progress.total) return
      finished({ done: progress.processed - progress.failed, failed: progress.failed })
      if (progress.failed === 0) drop(batch_id)
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
      await api.cancel(id)
      drop(id)
    },
    async cancelUrl(id: string, url: string): Promise<void> {
      await api.cancelUrl(id, url)
      const batch = find(id)
      if (!batch) return
      const { attributes } = batch
      attributes.urls = attributes.urls.filter((known) => known.id !== url)
      const failed = attributes.urls.filter(({ status }) => status === 'failed').length
      const processed = attributes.urls.filter((known) => !isOpen(known)).length
      attributes.progress = { total: attributes.urls.length, processed, failed }
      if (failed === 0 && processed === attributes.urls.length) drop(id)
    },
    async retry(id: string, urls?: string[]): Promise<void> {
      put(await api.retry(id, urls))
      heardAt = Date.now()
    },
  }
}

export type Remote = ReturnType<typeof createRemote>
