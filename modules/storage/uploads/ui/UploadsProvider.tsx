import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { usePageContext } from '../../../web/ui.ts'
import { createIntentRelay } from '../client/intent-relay.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext, type VisitorQueue, VisitorQueueContext } from './context.ts'
import { LazyUploadsRuntime, loadRuntime } from './runtime.ts'

/** Delay in ms before interrupted uploads are looked for, so that the page has settled. */
const recoverDelayMs = 1_000

/**
 * Provides the upload actions of pages, and runs two queues: the account's, and the queue of a link's visitor. They are
 * loaded when the page is idle, or with the first intent.
 */
export const UploadsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const account = usePageContext().user?.id
  const [relay] = useState(createIntentRelay)
  // A count, because each intent tries again to load the runtime where loading has failed.
  const [wanted, want] = useReducer((times: number) => times + 1, 0)
  const [visitorQueue, setVisitorQueue] = useState<VisitorQueue | null>(null)
  useEffect(() => {
    if (!account) return
    // Where this fails, for lack of a network, the first intent loads it.
    const timer = setTimeout(() => void loadRuntime().then(want, () => undefined), recoverDelayMs)
    return () => clearTimeout(timer)
  }, [account])
  const actions = useMemo(() => createUploadActions(relay, want), [relay])
  return (
    <UploadActionsContext value={actions}>
      <VisitorQueueContext value={setVisitorQueue}>{children}</VisitorQueueContext>
      {wanted > 0 && account && <LazyUploadsRuntime key={account} account={account} relay={relay} />}
      {visitorQueue && <LazyUploadsRuntime key={visitorQueue.routes.chunks} account={null} {...visitorQueue} />}
    </UploadActionsContext>
  )
}
