import { type ReactNode, useCallback, useState } from 'react'
import { adminSearchSource } from '../modules/admin/ui.ts'
import { Bell, NotificationsProvider } from '../modules/notifications/ui.ts'
import { sharingFilesExtension } from '../modules/sharing/ui.ts'
import {
  FilesExtensionsContext,
  RemoteUploads,
  SearchDialog,
  SearchSourcesContext,
  UploadsProvider,
} from '../modules/storage/ui.ts'
import { answerInvitation, teamsFilesExtension } from '../modules/teams/ui.ts'
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

const shellSlots = { Bell, Search: SearchDialog }
const extensions = [sharingFilesExtension, teamsFilesExtension]
const searchSources = [adminSearchSource]

/** Everything that persists across navigation: toasts and dialogs, the shell's state, uploads and notifications. */
export const Providers = ({ children }: { children: ReactNode }): ReactNode => {
  const [feedback] = useState(createFeedback)
  const { direction, locale, user } = usePageContext()
  const zone = userZone(user)
  const timeText = useCallback((iso: string) => formatDateTime(iso, locale, zone ?? deviceZone()), [locale, zone])
  return (
    <KitProvider feedback={feedback} direction={direction} timeText={timeText}>
      <ShellProvider account={accountActions} slots={shellSlots}>
        <NavigationProgress />
        <NotificationsProvider answerInvitation={answerInvitation}>
          <FilesExtensionsContext value={extensions}>
            <SearchSourcesContext value={searchSources}>
              <UploadsProvider>{children}</UploadsProvider>
            </SearchSourcesContext>
          </FilesExtensionsContext>
        </NotificationsProvider>
        <RemoteUploads />
      </ShellProvider>
    </KitProvider>
  )
}
