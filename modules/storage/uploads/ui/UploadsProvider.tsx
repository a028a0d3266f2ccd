import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { lazyComponent, usePageContext } from '../../../web/ui.ts'
import { createIntentRelay } from '../client/intent-relay.ts'
import type { UploadRoutes } from '../client/upload.api.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext } from './context.ts'

const load = async () => (await import('./UploadsRuntime.tsx')).UploadsRuntime
const UploadsRuntime = lazyComponent(load)

/** Delay after which interrupted uploads are looked for, so that the page has settled. */
const recoverDelayMs = 1_000

export interface UploadsProviderProps {
  children: ReactNode
  /**
   * Upload routes of anonymous visitors. Their permission is not checked, and nothing of theirs is stored in the
   * browser.
   */
  guest?: UploadRoutes
  /** The element of the page that shows the panel; null: none is on the page now. Without it, the panel floats. */
  panelSlot?: HTMLElement | null
  /** Maximum bytes of a file, where the page's target accepts less than the server. */
  maxFileBytes?: number | null
  /** Called before selected files are added; false discards the selection. */
  before?: () => Promise<boolean>
}

/**
 * Provides the upload actions of pages. The queue, its panel and its dialogs are loaded when the page is idle, or with
 * the first intent.
 */
export const UploadsProvider = ({
  children,
  guest,
  panelSlot,
  maxFileBytes,
  before,
}: UploadsProviderProps): ReactNode => {
  const { user } = usePageContext()
  const account = guest ? undefined : user?.id
  const [relay] = useState(createIntentRelay)
  const [wanted, want] = useReducer((times: number) => times + 1, 0)

  /** Whose uploads; undefined where there are none. */
  const owner = guest ? guest.chunks : account
  useEffect(() => {
    if (!owner) return
    // Nobody asked for it yet. Without a network it is loaded with the first intent.
    const timer = setTimeout(() => {
      load().then(
        () => account && want(),
        () => undefined,
      )
    }, recoverDelayMs)
    return () => clearTimeout(timer)
  }, [account, owner])

  const actions = useMemo(() => createUploadActions(relay, want, before), [relay, before])

  return (
    <UploadActionsContext value={actions}>
      {children}
      {wanted > 0 && owner && (
        <UploadsRuntime key={owner} account={account ?? null} {...{ guest, panelSlot, maxFileBytes, relay }} />
      )}
    </UploadActionsContext>
  )
}
