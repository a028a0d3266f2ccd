import { type ReactNode, use, useEffect, useMemo, useReducer } from 'react'
import { usePrefetch } from '../../../web/ui.ts'
import { createIntentRelay } from '../client/intent-relay.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext, type VisitorQueue, VisitorQueueContext } from './context.ts'
import { LazyUploadsRuntime } from './runtime.ts'

interface VisitorUploadsProps extends Omit<VisitorQueue, 'relay'> {
  children: ReactNode
  /** Called before selected files are added; false discards the selection. */
  before?: () => Promise<boolean>
}

/** Relay of the visitor's queue, which outlives the pages as the queue does. Unused during server rendering. */
const relay = createIntentRelay()

/**
 * Provides the upload actions of a link's page. The queue belongs to `UploadsProvider`: a page that fails to load, or that
 * another page replaces, does not end it. The permission of visitors is not checked, and the browser stores nothing of their
 * uploads.
 */
export const VisitorUploads = ({
  children,
  routes,
  panelSlot,
  maxFileBytes,
  before,
}: VisitorUploadsProps): ReactNode => {
  const setQueue = use(VisitorQueueContext)
  // A count, because each intent tries again to load the runtime where loading has failed.
  const [wanted, want] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    setQueue((queue) => (queue || wanted > 0 ? { routes, panelSlot, maxFileBytes, relay } : null))
    // Pages without this element show the panel floating.
    return () => setQueue((queue) => queue && { ...queue, panelSlot: undefined })
  }, [routes, panelSlot, maxFileBytes, wanted, setQueue])
  usePrefetch(LazyUploadsRuntime)
  const actions = useMemo(() => createUploadActions(relay, want, before), [before])
  return <UploadActionsContext value={actions}>{children}</UploadActionsContext>
}
