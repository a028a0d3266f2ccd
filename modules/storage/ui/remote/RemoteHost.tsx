import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { deferred, onRealtime, onRealtimeReconnect, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { remoteApi } from '../../client/remote/remote.api.ts'
import { createRemote, type Finished } from '../../client/remote/remote.store.ts'
import type { RemoteFileCreated, RemoteUploadProgress } from '../../contract.ts'
import { countText } from '../uploads/texts.ts'
import type { RemoteTarget } from './request.ts'

const RemotePopup = deferred(async () => (await import('./RemotePopup.tsx')).RemotePopup)
const RemoteBar = deferred(async () => (await import('./RemoteBar.tsx')).RemoteBar)

const watchEvery = 2_500

export const RemoteHost = ({ target, close }: { target: RemoteTarget | null; close: () => void }) => {
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
  const remote = useMemo(() => createRemote(remoteApi, (counts) => finished.current(counts)), [])
  const { batches } = useSnapshot(remote.state)

  useEffect(() => {
    const load = () => void remote.load().catch(() => undefined)
    load()
    const timer = setInterval(() => void remote.watch().catch(() => undefined), watchEvery)
    const off = [
      onRealtime<RemoteFileCreated>('remote-file-created', remote.ended),
      onRealtime<RemoteUploadProgress>('remote-upload-progress', remote.moved),
      onRealtimeReconnect(load),
    ]
    return () => {
      clearInterval(timer)
      for (const end of off) end()
    }
  }, [remote])

  return (
    <>
      {batches.length > 0 && <RemoteBar remote={remote} />}
      {target && <RemotePopup target={target} close={close} begun={remote.add} />}
    </>
  )
}
