import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent, usePageContext } from '../../../web/ui.ts'
import { onRemoteUpload, type RemoteTarget, visitorPages } from './request.ts'

const RemoteHost = lazyComponent(async () => (await import('./RemoteHost.tsx')).RemoteHost)

/** Delay in ms after which the page has settled. */
const loadDelayMs = 2_000

/** Remote uploads of a signed-in person: popup and bar, loaded when requested or when the page is idle. */
export const RemoteUploads = () => {
  const account = usePageContext().user?.id
  const { open } = useSnapshot(visitorPages)
  const [target, setTarget] = useState<RemoteTarget | null>(null)
  const [settled, setSettled] = useState(false)
  useEffect(() => onRemoteUpload(setTarget), [])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), loadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!account || open > 0 || !(settled || target)) return null
  const close = () => setTarget(null)
  return <RemoteHost key={account} target={target} close={close} onNotLoaded={close} />
}
