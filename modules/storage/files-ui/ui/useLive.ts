import { useEffect } from 'react'
import { onPageVisible, onRealtime, onRealtimeReconnect } from '../../../web/ui.ts'
import { type ItemsChanged, itemsChanged } from '../../tree/contract.ts'
import type { Live } from '../client/live.ts'
import type { FilesApp } from './context.ts'

const hidden = () => document.visibilityState === 'hidden'

/** Keeps the files screens up to date with what happens elsewhere; not needed for the first paint, so it comes after. */
export const useLive = ({ files, sidebar, actions }: FilesApp, link: { doubted?: () => void }): void => {
  useEffect(() => {
    let live: Live | undefined
    const load = import('../client/live.ts').then(({ createLive }) => {
      live ??= createLive({ files, sidebar, busy: actions.busy, hidden })
      link.doubted = live.soon
      return live
    })
    const changed = (change: ItemsChanged) => void load.then((ready) => ready.changed(change))
    const stop = [
      onRealtime(itemsChanged, changed),
      onRealtimeReconnect(() => changed({ parent_id: null, everything: true })),
      onPageVisible(() => live?.resume()),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [files, sidebar, actions, link])
}
