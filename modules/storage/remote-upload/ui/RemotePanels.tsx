import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../web/ui.ts'
import type { RemoteStore } from '../client/remote.store.ts'
import type { RemoteTarget } from './request.ts'

const RemotePopup = lazyComponent(async () => (await import('./RemotePopup.tsx')).RemotePopup)
const RemoteBar = lazyComponent(async () => (await import('./RemoteBar.tsx')).RemoteBar)

interface RemotePanelsProps {
  remote: RemoteStore
  /** Target of the popup; null: the popup is closed. */
  target: RemoteTarget | null
  close: () => void
}

/** The popup, and the bar while it has batches. */
export const RemotePanels = ({ remote, target, close }: RemotePanelsProps) => {
  const { batches } = useSnapshot(remote.state)
  return (
    <>
      {batches.length > 0 && <RemoteBar remote={remote} />}
      {target && <RemotePopup target={target} close={close} onNotLoaded={close} begin={remote.create} />}
    </>
  )
}
