import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../web/ui.ts'
import type { Remote } from '../client/remote.store.ts'
import type { RemoteTarget } from './request.ts'

const RemotePopup = lazyComponent(async () => (await import('./RemotePopup.tsx')).RemotePopup)
const RemoteBar = lazyComponent(async () => (await import('./RemoteBar.tsx')).RemoteBar)

interface RemoteViewsProps {
  remote: Remote
  /** Where links are asked for; null: they are not. */
  target: RemoteTarget | null
  close: () => void
}

/** The popup, and the bar while there is something in it. */
export const RemoteViews = ({ remote, target, close }: RemoteViewsProps) => {
  const { batches } = useSnapshot(remote.state)
  return (
    <>
      {batches.length > 0 && <RemoteBar remote={remote} />}
      {target && <RemotePopup target={target} close={close} begin={remote.create} />}
    </>
  )
}
