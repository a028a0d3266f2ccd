import { Inbox, Link2, Link2Off } from 'lucide-react'
import type { AddedToFiles } from '../../storage/ui.ts'
import { lazyComponent } from '../../web/ui.ts'
import { markOf, sharedList } from '../client/mark.ts'
import { LinkCell, LinkLine, SharedFolderMark, SharedMark, UsesCell } from './LinkState.tsx'

const ShareSheet = lazyComponent(async () => (await import('./sheet/ShareSheet.tsx')).ShareSheet)
const RequestIntoFolder = lazyComponent(async () => (await import('./requests/RequestPopup.tsx')).RequestIntoFolder)
const SharingSection = lazyComponent(async () => (await import('./SharingSection.tsx')).SharingSection)

/** Links in the files screens: the share sheet and the ways to it, marks, the list of shared items. */
export const sharingInFiles: AddedToFiles = {
  id: 'sharing',
  lists: [
    {
      view: sharedList,
      labelKey: 'sharing:mine.title',
      goKey: 'sharing:shortcut.go',
      emptyKey: 'sharing:mine.empty',
      emptyTextKey: 'sharing:mine.emptyText',
      icon: Link2,
      keys: 'g s',
      page: async (where, size) => (await import('../client/shared-page.ts')).sharedPage(where, size),
      columns: ['where', '+link', '+uses'],
      Line: LinkLine,
    },
  ],
  actions: [
    {
      id: 'share',
      icon: Link2,
      labelKey: (one) => (one && markOf(one) ? 'sharing:menu.edit' : 'sharing:menu.share'),
      keys: 's',
      offered: (one, view) => one !== null && view !== 'trash',
      run: ([item], { open }) => item && open(markOf(item) ? 'share-edit' : 'share-create', item),
    },
    {
      id: 'request-files',
      icon: Inbox,
      labelKey: () => 'sharing:requests.ask',
      offered: (one, view) => one?.type === 'folder' && view !== 'trash',
      run: ([item], { open }) => item && open('create-file-request', item),
    },
    {
      id: 'unshare',
      icon: Link2Off,
      labelKey: () => 'sharing:menu.revoke',
      offered: (_one, view) => view === sharedList,
      run: async (items, tools) => {
        const [{ revokeItems }, { linksApi }] = await Promise.all([
          import('../client/revoke-items.ts'),
          import('../client/links.api.ts'),
        ])
        await revokeItems(items, tools, linksApi)
      },
    },
  ],
  pages: [
    {
      id: 'requests',
      labelKey: 'sharing:requests.title',
      icon: Inbox,
      href: '/platform/requests',
      create: { labelKey: 'sharing:requests.new', href: '/platform/requests?new' },
    },
  ],
  popups: { 'share-create': ShareSheet, 'share-edit': ShareSheet, 'create-file-request': RequestIntoFolder },
  columns: {
    '+link': { labelKey: 'sharing:mine.column.link', width: '12rem', Cell: LinkCell },
    '+uses': { labelKey: 'sharing:mine.column.uses', width: '8rem', Cell: UsesCell },
  },
  Mark: SharedMark,
  FolderMark: SharedFolderMark,
  Section: SharingSection,
}
