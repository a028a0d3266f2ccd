import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { usePageContext } from '../../../web/ui.ts'
import { createIntentRelay } from '../client/intent-relay.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext, type VisitorQueue, VisitorQueueContext } from './context.ts'
import { loadRuntime, UploadsRuntime } from './runtime.ts'

/** Delay after which interrupted uploads are looked for, so that the page has settled. */
const recoverDelayMs = 1_000

/**
 * Provides the upload actions of pages, and runs the queues: that of the account, and that of a link's visitor. They are loaded
 * when the page is idle, or with the first intent.
 */
export const UploadsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const account = usePageContext().user?.id
  const [relay] = useState(createIntentRelay)
  // Counted: each intent tries again to load what has failed to load.
  const [wanted, want] = useReducer((times: number) => times + 1, 0)
  const [visitorQueue, setVisitorQueue] = useState<VisitorQueue | null>(null)
  useEffect(() => {
    if (!account) return
    // Without a network it is loaded with the first intent.
    const timer = setTimeout(() => void loadRuntime().then(want, () => undefined), recoverDelayMs)
    return () => clearTimeout(timer)
  }, [account])
  const actions = useMemo(() => createUploadActions(relay, want), [relay])
  return (
    <UploadActionsContext value={actions}>
      <VisitorQueueContext value={setVisitorQueue}>{children}</VisitorQueueContext>
      {wanted > 0 && account && <UploadsRuntime key={account} account={account} relay={relay} />}
      {visitorQueue && <UploadsRuntime key={visitorQueue.routes.chunks} account={null} {...visitorQueue} />}
    </UploadActionsContext>
  )
}
