import { Inbox, Link2, Link2Off } from 'lucide-react'
import type { FilesExtension } from '../../storage/ui.ts'
import { lazyComponent, loadInTime } from '../../web/ui.ts'
import { requestsPath, shareBadgeOf, sharedItemsPath } from '../client/share-badge.ts'
import { DownloadsCell, LinkCell, LinkSummary, OpensCell, ShareBadgeIcon, SharedFolderBadge } from './ShareBadges.tsx'

const ShareDialog = lazyComponent(async () => (await import('./share-dialog/ShareDialog.tsx')).ShareDialog)
const RequestFilesDialog = lazyComponent(
  async () => (await import('./file-requests/FileRequestDialog.tsx')).RequestFilesDialog,
)
const SharingSection = lazyComponent(async () => (await import('./SharingSection.tsx')).SharingSection)
const loadItems = loadInTime(() => import('../client/shared-items.api.ts'))
const loadRevoking = loadInTime(() => import('../client/revoke-links.ts'))

/** Additions of sharing to the files screens: actions with their dialogs, badges, columns, and the list of shared items. */
export const sharingFilesExtension: FilesExtension = {
  id: 'sharing',
  lists: [
    {
      section: sharedItemsPath,
      labelKey: 'sharing:mine.title',
      goKey: 'sharing:shortcut.go',
      emptyKey: 'sharing:mine.empty',
      emptyTextKey: 'sharing:mine.emptyText',
      icon: Link2,
      keys: 'g s',
      phoneTabs: 'shared',
      page: async (...page) => (await loadItems()).fetchSharedItems(...page),
      columns: ['where', '+link', '+opens', '+uses'],
      Subtitle: LinkSummary,
    },
    {
      section: requestsPath,
      labelKey: 'sharing:requests.title',
      goKey: 'sharing:requests.title',
      emptyKey: 'sharing:requests.empty',
      emptyTextKey: 'sharing:requests.emptyText',
      icon: Inbox,
      ownPage: true,
      // Its page brings the requests; until then a skeleton is shown.
      page: () => new Promise(() => undefined),
      columns: [],
      Subtitle: () => null,
    },
  ],
  actions: [
    {
      id: 'share',
      icon: Link2,
      labelKey: (item) => (item && shareBadgeOf(item) ? 'sharing:menu.edit' : 'sharing:menu.share'),
      keys: 's',
      offered: (item, section) => item !== null && section !== 'trash',
      run: ([item], { open }) => item && open(shareBadgeOf(item) ? 'share-edit' : 'share-create', item),
    },
    {
      id: 'request-files',
      icon: Inbox,
      labelKey: () => 'sharing:requests.new',
      offered: (item, section) => item?.type === 'folder' && section !== 'trash',
      run: ([item], { open }) => item && open('create-file-request', item),
    },
    {
      id: 'unshare',
      icon: Link2Off,
      labelKey: () => 'sharing:menu.revoke',
      // A file that the URL opens over the list may have no link.
      offered: (item, section) => section === sharedItemsPath && (item === null || shareBadgeOf(item) !== null),
      run: async (items, tools) => (await loadRevoking()).revokeLinks(items, tools),
    },
  ],
  pages: [
    {
      id: 'requests',
      labelKey: 'sharing:requests.title',
      icon: Inbox,
      href: requestsPath,
      create: { labelKey: 'sharing:requests.new', href: `${requestsPath}?new`, inFolder: 'request-files' },
      createOnly: true,
    },
  ],
  dialogs: { 'share-create': ShareDialog, 'share-edit': ShareDialog, 'create-file-request': RequestFilesDialog },
  columns: {
    '+link': { labelKey: 'sharing:mine.column.link', width: 192, minWidth: 184, Cell: LinkCell },
    '+opens': { labelKey: 'sharing:mine.column.opens', width: 76, Cell: OpensCell },
    '+uses': { labelKey: 'sharing:mine.column.uses', width: 112, minWidth: 96, Cell: DownloadsCell },
  },
  Badge: ShareBadgeIcon,
  FolderBadge: SharedFolderBadge,
  Section: SharingSection,
}
