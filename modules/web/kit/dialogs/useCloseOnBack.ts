import { useEffect, useState } from 'react'
import { isInputDiscarded, unsavedInput } from '../../client/leave-page.ts'
import { navigationEnd } from '../../shell/navigation.ts'
import { useLatest } from '../useLatest.ts'

// Not in all browsers, nor in TypeScript's library: https://html.spec.whatwg.org/#the-closewatcher-interface
type CloseWatcherConstructor = new () => EventTarget & { destroy: () => void }
const closeWatcher = (): CloseWatcherConstructor | undefined =>
  (globalThis as { CloseWatcher?: CloseWatcherConstructor }).CloseWatcher

/**
 * Closes a layer above the page, and only the topmost of several, on the back gesture of Android. Without `CloseWatcher`,
 * the gesture goes back in the history.
 */
export const useCloseGesture = (close: () => void, { open = true } = {}): void => {
  const latest = useLatest(close)
  // A watcher closes once; a layer that asks before it closes may stay open.
  const [closed, setClosed] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new watcher for each time
  useEffect(() => {
    const CloseWatcher = open && closeWatcher()
    if (!CloseWatcher) return
    const watcher = new CloseWatcher()
    const onClose = () => {
      setClosed((times) => times + 1)
      latest.current()
    }
    watcher.addEventListener('close', onClose)
    return () => {
      watcher.removeEventListener('close', onClose)
      watcher.destroy()
    }
  }, [open, closed])
}

interface CloseOnBackOptions {
  open?: boolean
  /** May ask before it closes. */
  onGesture?: () => void
  /** Unsaved input is asked about: the layer stays until it is discarded and the other page is shown. */
  hasInput?: boolean
}

/**
 * For dialogs, sheets and menus: closes them when the history goes to another URL, as they belong to the page before, and on
 * the back gesture.
 */
export const useCloseOnBack = (
  close: () => void,
  { open = true, onGesture = close, hasInput = false }: CloseOnBackOptions = {},
): void => {
  const latest = useLatest({ close, hasInput })
  useEffect(() => {
    if (!open) return
    const url = () => location.pathname + location.search
    const opened = url()
    const closeIfLeft = () => {
      if (url() !== opened) latest.current.close()
    }
    const onPopState = () => {
      if (!latest.current.hasInput || !unsavedInput('app')) closeIfLeft()
    }
    const onEnd = () => {
      if (isInputDiscarded()) closeIfLeft()
    }
    addEventListener('popstate', onPopState)
    addEventListener(navigationEnd, onEnd)
    return () => {
      removeEventListener('popstate', onPopState)
      removeEventListener(navigationEnd, onEnd)
    }
  }, [open])
  useCloseGesture(onGesture, { open })
}
