import { useEffect } from 'react'
import { hasComeSince, navigationBeganAt, onPageVisible, onRealtime, onRealtimeReconnect } from '../../../web/ui.ts'
import { type ItemsChanged, itemsChanged, type ViewChanged, viewChanged } from '../../tree/contract.ts'
import type { Live } from '../client/live.ts'
import type { FilesApp } from './context.ts'

const hidden = () => document.visibilityState === 'hidden'

/** Subscribes to changes by other clients. Loaded after the first paint. */
export const useLive = ({ files, views, sidebar, actions }: FilesApp, link: { onStale?: () => void }): void => {
  useEffect(() => {
    let live: Live | undefined
    const load = import('../client/live.ts').then(({ createLive }) => {
      live ??= createLive({ files, sidebar, busy: actions.busy, hidden })
      link.onStale = live.schedule
      return live
    })
    const changed = (change: ItemsChanged) => void load.then((ready) => ready.changed(change))
    const followView = (change: ViewChanged) => {
      views.changedElsewhere(change)
      const { location, sorting } = files.current()
      const { field, direction } = views.resolve(location).sorting
      if (field !== sorting.field || direction !== sorting.direction) files.sort({ field, direction })
    }
    // The page may have been read before a change that was told while it loaded.
    if (hasComeSince(itemsChanged, navigationBeganAt())) changed({ parent_id: null, everything: true })
    const stop = [
      onRealtime(viewChanged, followView),
      onRealtime(itemsChanged, changed),
      onRealtimeReconnect(() => changed({ parent_id: null, everything: true })),
      onPageVisible(() => live?.resume()),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [files, views, sidebar, actions, link])
}
