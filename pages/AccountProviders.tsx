import type { ReactNode } from 'react'
import { adminSearchSource } from '../modules/admin/ui.ts'
import { Bell, NotificationsProvider } from '../modules/notifications/ui.ts'
import { sharingFilesExtension } from '../modules/sharing/ui.ts'
import { FilesExtensionsContext, RemoteUploads, SearchDialog, SearchSourcesContext } from '../modules/storage/ui.ts'
import { answerInvitation, teamsFilesExtension } from '../modules/teams/ui.ts'
import { ShellSlotsContext } from '../modules/web/ui.ts'

const shellSlots = { Bell, Search: SearchDialog }
const extensions = [sharingFilesExtension, teamsFilesExtension]
const searchSources = [adminSearchSource]

/**
 * Parts around all pages of signed-in people, which persist across navigation: notifications, remote uploads, what modules add to the files
 * screens. Its code is no part of visitors' pages (`renderer/+onRenderClient.tsx`).
 */
export const AccountProviders = ({ children }: { children: ReactNode }): ReactNode => (
  <ShellSlotsContext value={shellSlots}>
    <NotificationsProvider answerInvitation={answerInvitation}>
      <FilesExtensionsContext value={extensions}>
        <SearchSourcesContext value={searchSources}>{children}</SearchSourcesContext>
      </FilesExtensionsContext>
    </NotificationsProvider>
    <RemoteUploads />
  </ShellSlotsContext>
)
