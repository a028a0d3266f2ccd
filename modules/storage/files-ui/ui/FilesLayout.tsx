import type { ReactNode } from 'react'
import { AdSlot, AppShell, useT } from '../../../web/ui.ts'
import { HeaderBar } from './bars/HeaderBar.tsx'
import { MobileActions } from './bars/MobileActions.tsx'
import { DetailSidebar } from './detail/DetailSidebar.tsx'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { DropTargets } from './drag/DropTargets.tsx'
import { FilesProvider } from './FilesProvider.tsx'
import { Operations } from './operations/Operations.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SharedFiles } from './shared-files/SharedFiles.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { SpotlightHost } from './spotlight/SpotlightHost.tsx'
import { ViewerMount } from './viewer/ViewerMount.tsx'

import './rows.css'
import './file-bar.css'
import './rows-responsive.css'
import './tiles.css'

/** Layout of the files screens. Stays mounted while folders change. */
export const FilesLayout = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT()
  return (
    <FilesProvider>
      <AppShell
        sidebar={<Sidebar />}
        sidebarLabel={t('storage:sidebar.label')}
        header={<HeaderBar />}
        detail={<DetailSidebar />}
        mobileActions={<MobileActions />}
        search
      >
        <Operations />
        <SharedFiles />
        {children}
        <AdSlot name="files" className="px-4 py-3" />
      </AppShell>
      <DropTargets />
      <Shortcuts />
      <ViewerMount />
      <Dialogs />
      <SpotlightHost />
    </FilesProvider>
  )
}
