import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { lazyComponent, usePageContext } from '../../../web/ui.ts'
import { createRelay } from '../client/intent-relay.ts'
import type { UploadRoutes } from '../client/upload.api.ts'
import { wishesOf } from '../client/upload-intents.ts'
import { UploadActionsContext } from './context.ts'

const load = async () => (await import('./UploadsRuntime.tsx')).UploadsEngine
const UploadsEngine = lazyComponent(load)

/** ms after which the page has come to rest, and interrupted uploads are looked for. */
const quiet = 1_000

export interface UploadsProviderProps {
  children: ReactNode
  /** Where visitors without an account upload to; they are asked for no permission, and nothing of theirs is kept here. */
  guest?: UploadRoutes
  /** Asked before chosen files are added; false: not now. */
  before?: () => Promise<boolean>
}

/** What pages upload with. The queue itself, its panel and its dialogs come in a quiet moment, or with the first wish. */
export const UploadsProvider = ({ children, guest, before }: UploadsProviderProps): ReactNode => {
  const { user } = usePageContext()
  const account = guest ? undefined : user?.id
  const [relay] = useState(createRelay)
  const [wanted, setWanted] = useState(0)

  useEffect(() => {
    if (!account) return
    // Nobody has asked for it yet: without a network it is tried again with the first wish.
    const timer = setTimeout(() => {
      load().then(
        () => setWanted((times) => times + 1),
        () => undefined,
      )
    }, quiet)
    return () => clearTimeout(timer)
  }, [account])

  const actions = useMemo(
    () =>
      wishesOf(
        relay,
        () => setWanted((times) => times + 1),
        async (selection) => {
          const chosen = await selection
          return chosen && (!before || (await before())) ? chosen : null
        },
      ),
    [relay, before],
  )

  return (
    <UploadActionsContext value={actions}>
      {children}
      {wanted > 0 && account && <UploadsEngine key={account} account={account} relay={relay} />}
      {wanted > 0 && guest && <UploadsEngine key={guest.chunks} account={null} guest={guest} relay={relay} />}
    </UploadActionsContext>
  )
}
