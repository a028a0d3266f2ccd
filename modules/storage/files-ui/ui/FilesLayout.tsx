import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { AdSlot, AppShell, lazyComponent, usePrefetch, useT } from '../../../web/ui.ts'
import { HeaderBar } from './bars/HeaderBar.tsx'
import { ListTabs } from './bars/ListTabs.tsx'
import { MobileActions } from './bars/MobileActions.tsx'
import { useFiles } from './context.ts'
import { FilesDialogs } from './dialogs/FilesDialogs.tsx'
import { useExtensionLists } from './extensions/useExtensionLists.ts'
import { FilesProvider } from './FilesProvider.tsx'
import { LazyFilesInteractions } from './LazyFilesInteractions.tsx'
import { Operations } from './operations/Operations.tsx'
import { SharedFiles } from './shared-files/SharedFiles.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { ViewerMount } from './viewer/ViewerMount.tsx'

import './rows.css'
import './file-bar.css'
import './rows-responsive.css'
import './tiles.css'

const DetailSidebar = lazyComponent(async () => (await import('./detail/DetailSidebar.tsx')).DetailSidebar)

/** Layout of the files screens. Stays mounted while folders change. */
export const FilesLayout = ({ children }: { children: ReactNode }): ReactNode => (
  <FilesProvider>
    <FilesShell>{children}</FilesShell>
    <LazyFilesInteractions />
  </FilesProvider>
)

const FilesShell = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const { files } = useFiles()
  const { folderView } = useSnapshot(files.state)
  // A page of its own has nothing to select.
  const hasItems = !useExtensionLists().list(folderView.location.section)?.ownPage
  usePrefetch(DetailSidebar)
  return (
    <AppShell
      sidebar={<Sidebar />}
      sidebarLabel={t('storage:sidebar.label')}
      header={<HeaderBar />}
      detail={hasItems && <DetailSidebar />}
      mobileActions={<MobileActions />}
      footer={
        <>
          <ViewerMount />
          <FilesDialogs />
        </>
      }
    >
      <Operations />
      <SharedFiles />
      <ListTabs />
      {children}
      <AdSlot name="files" className="px-4 py-3" />
    </AppShell>
  )
}
