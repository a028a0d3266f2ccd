import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent, usePageContext } from '../../../web/ui.ts'
import { guestPages, onRemoteUpload, type RemoteTarget } from './request.ts'

const RemoteHost = lazyComponent(async () => (await import('./RemoteHost.tsx')).RemoteHost)

/** ms after which a page has settled. */
const quiet = 2_000

/** Files that the server fetches for a person: the popup and the bar, loaded when wanted or when the page rests. */
export const RemoteUploads = () => {
  const account = usePageContext().user?.id
  const { open } = useSnapshot(guestPages)
  const [target, setTarget] = useState<RemoteTarget | null>(null)
  const [rested, setRested] = useState(false)
  useEffect(() => onRemoteUpload(setTarget), [])
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), quiet)
    return () => clearTimeout(timer)
  }, [])
  if (!account || open > 0 || !(rested || target)) return null
  return <RemoteHost key={account} target={target} close={() => setTarget(null)} />
}
