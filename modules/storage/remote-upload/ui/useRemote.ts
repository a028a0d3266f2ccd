import { useMemo, useRef } from 'react'
import { useFeedback, useT } from '../../../web/ui.ts'
import { createRemoteStore, type FinishedCounts, type RemoteApi, type RemoteStore } from '../client/remote.store.ts'

/** The store of remote uploads over `api`. Shows a toast when a batch has stored files. */
export const useRemote = (api: RemoteApi): RemoteStore => {
  const t = useT()
  const feedback = useFeedback()
  const finished = useRef<(counts: FinishedCounts) => void>(() => {})
  finished.current = ({ done }) => {
    if (done === 0) return
    feedback.toast({
      kind: 'success',
      text: t('storage:remote.finished', { count: done }),
      key: 'remote-finished',
    })
  }
  return useMemo(() => createRemoteStore(api, (counts) => finished.current(counts)), [api])
}
