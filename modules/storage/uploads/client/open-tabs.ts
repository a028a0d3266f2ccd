import { openChannel } from '../../../web/ui.ts'

/** Knows which tabs are open. Journal entries of an open tab are not interrupted uploads. */
export interface OpenTabs {
  /** This tab's id. */
  readonly own: string
  living(): Promise<ReadonlySet<string>>
  /** Tells the other tabs that interrupted uploads are resumed or discarded here. Missing where a page has no other tabs. */
  announceHandled?(ids: readonly string[]): void
  /** Calls `callback` with interrupted uploads that another tab resumes or discards. */
  onHandled?(callback: (ids: readonly string[]) => void): void
  close(): void
}

/** Tabs reply to each other over a BroadcastChannel. A tab that does not reply in time counts as closed. */
export const broadcastTabs = (account: string, timeoutMs = 250): OpenTabs => {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = openChannel(`coffer-uploads-${account}`)
  if (!channel) return { own, living: async () => new Set([own]), close: () => {} }
  /** One set for each running call of `living`. */
  const asking = new Set<Set<string>>()
  let handled: (ids: readonly string[]) => void = () => {}
  // A page that was left may still reply, or be kept for the back button. It counts as closed all the same.
  let isHidden = false
  const onPageHide = () => {
    isHidden = true
  }
  const onPageShow = () => {
    isHidden = false
  }
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string; here?: string; handled?: string[] }>) => {
    if (data.ask && !isHidden) channel.postMessage({ here: own })
    if (data.here) for (const alive of asking) alive.add(data.here)
    if (data.handled) handled(data.handled)
  }
  return {
    own,
    living: async () => {
      const alive = new Set([own])
      asking.add(alive)
      channel.postMessage({ ask: own })
      await new Promise((resolve) => setTimeout(resolve, timeoutMs))
      asking.delete(alive)
      return alive
    },
    announceHandled: (ids) => channel.postMessage({ handled: ids }),
    onHandled: (callback) => {
      handled = callback
    },
    close: () => {
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      channel.close()
    },
  }
}
