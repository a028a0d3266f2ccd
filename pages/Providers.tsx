import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { UploadsProvider } from '../modules/storage/ui.ts'
import { accountActions } from '../modules/users/ui.ts'
import {
  createFeedback,
  deviceZone,
  formatDateTime,
  KitProvider,
  NavigationProgress,
  ShellProvider,
  usePageContext,
  userZone,
} from '../modules/web/ui.ts'

interface ProvidersProps {
  /** `AccountProviders` for signed-in people, else null; the same as long as the document is open. */
  Account: ComponentType<{ children: ReactNode }> | null
  children: ReactNode
}

/** Everything that persists across navigation: toasts and dialogs, the shell's state, uploads, and what `Account` adds. */
export const Providers = ({ Account, children }: ProvidersProps): ReactNode => {
  const [feedback] = useState(createFeedback)
  const { direction, locale, user } = usePageContext()
  const zone = userZone(user)
  const timeText = useCallback((iso: string) => formatDateTime(iso, locale, zone ?? deviceZone()), [locale, zone])
  const page = <UploadsProvider>{children}</UploadsProvider>
  return (
    <KitProvider feedback={feedback} direction={direction} timeText={timeText}>
      <ShellProvider account={accountActions}>
        <NavigationProgress />
        {Account ? <Account>{page}</Account> : page}
      </ShellProvider>
    </KitProvider>
  )
}
