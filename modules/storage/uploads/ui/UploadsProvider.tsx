import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { usePageContext } from '../../../web/ui.ts'
import { createIntentRelay } from '../client/intent-relay.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext } from './context.ts'
import { GuestUploadsProvider } from './GuestUploads.tsx'
import { loadDelayMs, loadRuntime, UploadsRuntime } from './runtime.ts'

/**
 * Provides the upload actions of pages. The queue, its panel and its dialogs are loaded when the page is idle, or with
 * the first intent.
 */
export const UploadsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const account = usePageContext().user?.id
  const [relay] = useState(createIntentRelay)
  // Counted: each intent tries again to load what has failed to load.
  const [wanted, want] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!account) return
    // Looks for interrupted uploads. Without a network it is loaded with the first intent.
    const timer = setTimeout(() => void loadRuntime().then(want, () => undefined), loadDelayMs)
    return () => clearTimeout(timer)
  }, [account])
  const actions = useMemo(() => createUploadActions(relay, want), [relay])
  return (
    <UploadActionsContext value={actions}>
      <GuestUploadsProvider>{children}</GuestUploadsProvider>
      {wanted > 0 && account && <UploadsRuntime key={account} account={account} relay={relay} />}
    </UploadActionsContext>
  )
}
