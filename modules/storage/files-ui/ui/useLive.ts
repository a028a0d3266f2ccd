import { useEffect } from 'react'
import {
  hasOccurredSince,
  loadWithRetry,
  navigationBeganAt,
  onPageVisible,
  onRealtime,
  onRealtimeReconnect,
} from '../../../web/ui.ts'
import {
  favoritesChanged,
  type ItemsChanged,
  itemsChanged,
  type ViewChanged,
  viewChanged,
} from '../../tree/contract.ts'
import type { LiveUpdates } from '../client/live-updates.ts'
import type { FilesApp } from './context.ts'

const loadLive = loadWithRetry(() => import('../client/live-updates.ts'))
const hidden = () => document.visibilityState === 'hidden'

/** Subscribes to changes by other clients. Loaded after the first paint. */
export const useLive = ({ files, views, sidebar, actions }: FilesApp, link: { onStale?: () => void }): void => {
  useEffect(() => {
    let live: LiveUpdates | undefined
    const load = () =>
      loadLive().then(({ createLiveUpdates }) => {
        live ??= createLiveUpdates({ files, sidebar, busy: actions.busy, hidden })
        link.onStale = live.schedule
        return live
      })
    // Code that could not be loaded is asked for again with the next change; until then the rows count as stale.
    const changed = (change: ItemsChanged) =>
      void load().then(
        (ready) => ready.changed(change),
        () => files.markStale(() => true),
      )
    load().catch(() => undefined)
    const followSorting = () => {
      const { location, sorting } = files.current()
      const { field, direction } = views.resolve(location).sorting
      if (field !== sorting.field || direction !== sorting.direction) files.sort({ field, direction })
    }
    const followView = (change: ViewChanged) => {
      views.changedElsewhere(change)
      followSorting()
    }
    const reconnected = () => {
      changed({ parent_id: null, everything: true })
      views.reload().then(followSorting, () => undefined)
    }
    const followFavorites = () => {
      sidebar.reloadFavorites()
      // Rows show which folders are favorites.
      files.markStale(() => true)
      link.onStale?.()
    }
    // The page may have been read before a change that was told while it loaded.
    if (hasOccurredSince(itemsChanged, navigationBeganAt())) changed({ parent_id: null, everything: true })
    const stop = [
      onRealtime(viewChanged, followView),
      onRealtime(favoritesChanged, followFavorites),
      onRealtime(itemsChanged, changed),
      onRealtimeReconnect(reconnected),
      onPageVisible(() => live?.resume()),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [files, views, sidebar, actions, link])
}
