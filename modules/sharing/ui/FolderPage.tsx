import { Download } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Item } from '../../storage/contract.ts'
import { ItemIcon } from '../../storage/ui.ts'
import { deferred, LinkButton, useData, useT } from '../../web/ui.ts'
import { downloadPath } from '../client/addresses.ts'
import { createFolder } from '../client/folder.store.ts'
import { plainClick } from '../client/plain-click.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'
import { Entries } from './Entries.tsx'
import { Facts } from './Facts.tsx'
import { FileViewer, type FileViewerProps } from './FileViewer.tsx'
import { Path } from './Path.tsx'
import { Refused } from './Refused.tsx'
import { Tools } from './Tools.tsx'
import { useZip } from './useZip.ts'

const LinkSearch = deferred(async () => (await import('./LinkSearch.tsx')).LinkSearch)
const Editor = deferred(async () => (await import('./editor/Editor.tsx')).Editor)

interface Viewing {
  items: FileViewerProps['items']
  id: string
}

/** A folder of a link: what it is, everything as one download, and what is in it. */
export const FolderPage = () => {
  const t = useT()
  const data = useData<FolderPageData>()
  const { visit, listing, show } = data
  const folder = useMemo(() => createFolder(data), [data])
  const [viewing, setViewing] = useState<Viewing | null>(null)
  const view = useCallback((id: string) => setViewing({ items: folder.source, id }), [folder])
  const { token, download, permission, item_id: top } = visit.share.attributes
  const zip = useZip(token)
  const root = listing.meta.root?.data as Item
  return (
    <>
      <Path token={token} path={listing.meta.path} name={root.attributes.name} />
      <header className="flex flex-wrap items-start gap-4 sm:flex-nowrap sm:gap-5">
        <ItemIcon item={root} size={56} className="shrink-0" />
        <div className="min-w-0 grow basis-0">
          <h1 className="text-20 font-bold text-balance break-words outline-none sm:text-28">
            <bdi>{root.attributes.name}</bdi>
          </h1>
          <Facts item={root} share={visit.share} />
        </div>
        {download && root.attributes.items > 0 && (
          <LinkButton
            href={downloadPath(token, root)}
            data-vike="false"
            onClick={plainClick(() => void zip(root))}
            variant="solid"
            size="lg"
            icon={Download}
            className="max-sm:w-full sm:mt-1"
          >
            {t('sharing:page.downloadAll')}
          </LinkButton>
        )}
      </header>
      {!download && <Refused />}
      <Tools token={token} id={root.id} show={show}>
        {download && (
          <div className="share-search">
            <LinkSearch token={token} onView={(items, id) => setViewing({ items, id })} />
          </div>
        )}
        {permission === 'editor' && (
          <Editor folder={folder} name={root.attributes.name} token={token} top={top ?? ''} />
        )}
      </Tools>
      <Entries folder={folder} data={data} onView={view} />
      {viewing && (
        <FileViewer
          key={viewing.id}
          items={viewing.items}
          id={viewing.id}
          title={root.attributes.name}
          download={download !== false}
          onClose={() => setViewing(null)}
        />
      )}
    </>
  )
}
