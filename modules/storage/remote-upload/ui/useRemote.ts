import { useMemo, useRef } from 'react'
import { countText, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { createRemote, type Finished, type Remote, type RemoteApi } from '../client/remote.store.ts'

/** The files being fetched over `api`, with word of those that are through. */
export const useRemote = (api: RemoteApi): Remote => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const finished = useRef<(counts: Finished) => void>(() => {})
  finished.current = ({ done }) => {
    if (done === 0) return
    feedback.toast({
      kind: 'success',
      text: countText('storage:remote.finished', done, locale, t),
      key: 'remote-finished',
    })
  }
  return useMemo(() => createRemote(api, (counts) => finished.current(counts)), [api])
}
