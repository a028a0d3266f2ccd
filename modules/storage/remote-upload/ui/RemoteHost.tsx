import { useEffect } from 'react'
import { onRealtime, onRealtimeReconnect } from '../../../web/ui.ts'
import { remoteApi } from '../client/remote.api.ts'
import type { RemoteFileCreated, RemoteUploadProgress } from '../contract.ts'
import { RemotePanels } from './RemotePanels.tsx'
import type { RemoteTarget } from './request.ts'
import { useRemote } from './useRemote.ts'

const checkIntervalMs = 2_500

export const RemoteHost = ({ target, close }: { target: RemoteTarget | null; close: () => void }) => {
  const remote = useRemote(remoteApi)

  useEffect(() => {
    const load = () => void remote.load().catch(() => undefined)
    load()
    const timer = setInterval(() => void remote.pollIfStale().catch(() => undefined), checkIntervalMs)
    const off = [
      onRealtime<RemoteFileCreated>('remote-file-created', remote.urlEnded),
      onRealtime<RemoteUploadProgress>('remote-upload-progress', remote.progressed),
      onRealtimeReconnect(load),
    ]
    return () => {
      clearInterval(timer)
      for (const end of off) end()
    }
  }, [remote])

  return <RemotePanels remote={remote} target={target} close={close} />
}
