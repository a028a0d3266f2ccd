import { Download } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import { ItemIcon } from '../../storage/ui.ts'
import { LinkButton, lazyComponent, useData, useT } from '../../web/ui.ts'
import { onPlainClick } from '../client/on-plain-click.ts'
import { downloadPath } from '../client/share-paths.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'
import { DownloadsDisabledNotice } from './DownloadsDisabledNotice.tsx'
import { FileViewer } from './FileViewer.tsx'
import { ShareBreadcrumb } from './ShareBreadcrumb.tsx'
import { ShareDetails } from './ShareDetails.tsx'
import { ShareEntries } from './ShareEntries.tsx'
import { ShareToolbar } from './ShareToolbar.tsx'
import { useLinkViewer } from './useLinkViewer.ts'
import { useRefreshOnReturn } from './useRefreshOnReturn.ts'
import { useSharedFolder } from './useSharedFolder.ts'
import { useZipDownload } from './useZipDownload.ts'

const LinkSearch = lazyComponent(async () => (await import('./LinkSearch.tsx')).LinkSearch)
const SelectionTools = lazyComponent(async () => (await import('./selection/SelectionTools.tsx')).SelectionTools)
const ShareEditor = lazyComponent(async () => (await import('./editor/ShareEditor.tsx')).ShareEditor)

/** A folder of a link: details, download of everything, and its entries. */
export const FolderPage = () => {
  const t = useT()
  const data = useData<FolderPageData>()
  const { visit, listing, show } = data
  const folder = useSharedFolder(data)
  useRefreshOnReturn(folder.refresh)
  const viewer = useLinkViewer(data)
  const { token, download, permission, item_id: top } = visit.share.attributes
  const zip = useZipDownload(token, folder)
  const root = listing.meta.root?.data as Item
  const { name } = root.attributes
  // Changes while the page is open.
  const { total } = useSnapshot(folder.listing.state)
  return (
    <>
      <ShareBreadcrumb token={token} path={listing.meta.path} name={name} />
      <header className="flex flex-wrap items-start gap-4 sm:flex-nowrap sm:gap-5">
        <ItemIcon item={root} size={56} className="shrink-0" />
        <div className="min-w-0 grow basis-0">
          <h1 className="text-20 font-bold text-balance break-words outline-none sm:text-28">
            <bdi>{name}</bdi>
          </h1>
          <ShareDetails size={t('sharing:meta.items', { count: total })} share={visit.share} />
        </div>
        {download && total > 0 && (
          <LinkButton
            href={downloadPath(token, root)}
            data-vike="false"
            onClick={onPlainClick(() => void zip({ items: [root] }))}
            variant="solid"
            size="lg"
            icon={Download}
            className="max-sm:w-full sm:mt-1"
          >
            {t('sharing:page.downloadAll')}
          </LinkButton>
        )}
      </header>
      {!download && <DownloadsDisabledNotice />}
      <ShareToolbar token={token} id={root.id} show={show}>
        <div className="share-search">
          <LinkSearch token={token} top={top ?? ''} />
        </div>
        <SelectionTools folder={folder} token={token} zip={download ? zip : null} />
        {permission === 'editor' && (
          <ShareEditor
            folder={folder}
            name={name}
            token={token}
            top={{ id: top ?? '', name: listing.meta.path.find(({ id }) => id === top)?.name ?? name }}
          />
        )}
      </ShareToolbar>
      <ShareEntries folder={folder} data={data} onView={viewer.open} />
      <FileViewer viewer={viewer} source={folder.source} title={name} visit={visit} />
    </>
  )
}
