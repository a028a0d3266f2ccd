import { subscribe } from 'valtio/vanilla'
import type { Uploads } from './uploads.ts'

const titleMark = /^\(\d{1,3} ?%\) /

/** Progress before the page's own title, whatever that is just now. */
const markTitle = (percent: number | null) => {
  const own = document.title.replace(titleMark, '')
  const title = percent === null ? own : `(${percent}%) ${own}`
  if (title !== document.title) document.title = title
}

/** Keeps the screen of a phone on while something runs; browsers without it, or a low battery, say no. */
const createWakeLock = () => {
  let lock: WakeLockSentinel | null = null
  let asked = false
  return {
    set: async (wanted: boolean) => {
      if (!wanted) {
        asked = false
        await lock?.release().catch(() => undefined)
        lock = null
        return
      }
      if (asked || document.visibilityState !== 'visible') return
      asked = true
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
      // The browser takes it back when the tab is hidden.
      lock?.addEventListener('release', () => {
        asked = false
      })
    },
  }
}

/** What only a browser can do for a queue: ask before leaving, progress in the title, screen on, connection back. */
export const attachBrowser = (uploads: Uploads): (() => void) => {
  const { state } = uploads
  const wakeLock = createWakeLock()
  const guard = (event: BeforeUnloadEvent) => event.preventDefault()
  const watch = () => {
    const running = state.phase === 'running'
    markTitle(running ? state.percent : null)
    void wakeLock.set(running)
    // Only while it is needed: the listener keeps a page out of the back/forward cache.
    if (running || state.phase === 'held') window.addEventListener('beforeunload', guard)
    else window.removeEventListener('beforeunload', guard)
  }
  const online = () => uploads.online()
  const hidden = () => void uploads.flush()
  const stop = subscribe(state, watch)
  window.addEventListener('online', online)
  window.addEventListener('pagehide', hidden)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    stop()
    window.removeEventListener('beforeunload', guard)
    window.removeEventListener('online', online)
    window.removeEventListener('pagehide', hidden)
    document.removeEventListener('visibilitychange', hidden)
    markTitle(null)
  }
}
