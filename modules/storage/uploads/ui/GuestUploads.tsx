import { createContext, type ReactNode, use, useEffect, useMemo, useReducer, useState } from 'react'
import { createIntentRelay, type IntentRelay } from '../client/intent-relay.ts'
import type { UploadRoutes } from '../client/upload.api.ts'
import { createUploadActions } from '../client/upload-intents.ts'
import { UploadActionsContext } from './context.ts'
import { loadDelayMs, UploadsRuntime } from './runtime.ts'

/** What the page of a link says about its uploads. */
interface GuestPage {
  routes: UploadRoutes
  /** The element of the page that shows the panel; null: none is on the page now. Without it, the panel floats. */
  panelSlot?: HTMLElement | null | undefined
  /** Maximum bytes of a file, where the page's target accepts less than the server. */
  maxFileBytes?: number | null | undefined
}

interface GuestQueue {
  relay: IntentRelay
  /** Loads the queue. */
  want(): void
  setPage(update: (page: GuestPage | null) => GuestPage | null): void
}

const GuestQueueContext = createContext<GuestQueue | null>(null)

/**
 * Runs the upload queue of people who upload by a link. It is above the pages, because a page that fails to load, or that
 * another one of the link replaces, must not end the uploads.
 */
export const GuestUploadsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const [relay] = useState(createIntentRelay)
  // Counted: each intent tries again to load what has failed to load.
  const [wanted, want] = useReducer((times: number) => times + 1, 0)
  const [page, setPage] = useState<GuestPage | null>(null)
  const queue = useMemo(() => ({ relay, want, setPage }), [relay])
  return (
    <GuestQueueContext value={queue}>
      {children}
      {wanted > 0 && page && (
        <UploadsRuntime
          key={page.routes.chunks}
          account={null}
          guest={page.routes}
          panelSlot={page.panelSlot}
          maxFileBytes={page.maxFileBytes}
          relay={relay}
        />
      )}
    </GuestQueueContext>
  )
}

/** Provides the upload actions of a link's page. The permission of guests is not checked, and nothing of theirs is stored in the browser. */
export const GuestUploads = ({
  children,
  routes,
  panelSlot,
  maxFileBytes,
  before,
}: GuestPage & {
  children: ReactNode
  /** Called before selected files are added; false discards the selection. */
  before?: () => Promise<boolean>
}): ReactNode => {
  const queue = use(GuestQueueContext)
  if (!queue) throw new Error('GuestUploads needs a GuestUploadsProvider above it')
  const { relay, want, setPage } = queue
  useEffect(() => setPage(() => ({ routes, panelSlot, maxFileBytes })), [routes, panelSlot, maxFileBytes, setPage])
  // On other pages the panel floats.
  useEffect(() => () => setPage((page) => page && { ...page, panelSlot: undefined }), [setPage])
  useEffect(() => {
    const timer = setTimeout(UploadsRuntime.prefetch, loadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const actions = useMemo(() => createUploadActions(relay, want, before), [relay, want, before])
  return <UploadActionsContext value={actions}>{children}</UploadActionsContext>
}
