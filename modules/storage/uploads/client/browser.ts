import { subscribe } from 'valtio/vanilla'
import { settingsChanged } from '../../../shared/contract.ts'
import { askBeforeLeaving, onRealtime } from '../../../web/ui.ts'
import type { UploadsClient } from './uploads.ts'

const titlePrefix = /^\(\d{1,3} ?%\) /

/** Shows the progress before the page's current title. */
const showInTitle = (percent: number | null) => {
  const pageTitle = document.title.replace(titlePrefix, '')
  const title = percent === null ? pageTitle : `(${percent}%) ${pageTitle}`
  if (title !== document.title) document.title = title
}

/** Keeps the screen of a phone on during uploads. Browsers may not support it, or decline on a low battery. */
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
      // The browser releases the lock when the tab is hidden.
      lock?.addEventListener('release', () => {
        asked = false
      })
    },
  }
}

/**
 * Connects the queue to the browser: asks before leaving, shows progress in the title, keeps the screen on, retries
 * when the connection is back, reads limits again when settings change.
 */
export const attachBrowser = (uploads: UploadsClient): (() => void) => {
  const { state } = uploads
  const wakeLock = createWakeLock()
  let stopAsking: (() => void) | undefined
  const allowLeaving = () => {
    stopAsking?.()
    stopAsking = undefined
  }
  const watch = () => {
    const running = state.phase === 'running'
    showInTitle(running ? state.percent : null)
    void wakeLock.set(running)
    // Only while it is needed, because the listener keeps a page out of the back/forward cache.
    if (running || state.phase === 'paused') stopAsking ??= askBeforeLeaving()
    else allowLeaving()
  }
  const retryNow = () => uploads.online()
  const flush = () => void uploads.flush()
  const stop = [subscribe(state, watch), onRealtime(settingsChanged, uploads.settingsChanged)]
  window.addEventListener('online', retryNow)
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
  return () => {
    for (const end of stop) end()
    allowLeaving()
    window.removeEventListener('online', retryNow)
    window.removeEventListener('pagehide', flush)
    document.removeEventListener('visibilitychange', flush)
    showInTitle(null)
  }
}
