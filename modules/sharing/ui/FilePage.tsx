import { Download, Eye } from 'lucide-react'
import { useMemo } from 'react'
import { type Item, isTextType } from '../../storage/contract.ts'
import { ItemIcon } from '../../storage/ui.ts'
import { formatBytes, LinkButton, useData, usePageContext, useT } from '../../web/ui.ts'
import { onPlainClick } from '../client/on-plain-click.ts'
import { downloadPath } from '../client/share-paths.ts'
import { shownUrl } from '../client/shown-url.ts'
import type { FilePageData } from '../pages/share/file/+data.ts'
import { DownloadsDisabledNotice } from './DownloadsDisabledNotice.tsx'
import { FileViewer, singleFileSource } from './FileViewer.tsx'
import { FileContent } from './file-content/FileContent.tsx'
import { ShareBreadcrumb } from './ShareBreadcrumb.tsx'
import { ShareDetails } from './ShareDetails.tsx'
import { useLinkViewer } from './useLinkViewer.ts'

/** Whether the viewer shows more of a file than its name. */
const isViewable = ({ attributes: { kind, mimetype } }: Item) =>
  ['image', 'video', 'audio'].includes(kind) || mimetype === 'application/pdf' || isTextType(mimetype ?? '')

/** The shared file: details and download above, below it the file itself. */
export const FilePage = () => {
  const t = useT()
  const data = useData<FilePageData>()
  const { visit, item, path, preview } = data
  const viewer = useLinkViewer(data)
  const source = useMemo(() => singleFileSource(item), [item])
  const { token, download } = visit.share.attributes
  const { locale } = usePageContext()
  const { name, size } = item.attributes
  const url = shownUrl(item)
  const view = onPlainClick(() => viewer.open(item))
  return (
    <>
      <ShareBreadcrumb token={token} path={path} name={name} />
      <header className="flex items-start gap-4 sm:gap-5">
        <ItemIcon item={item} size={56} className="mt-0.5 shrink-0" />
        <div className="min-w-0 grow">
          <h1 className="text-20 font-bold text-balance break-words outline-none sm:text-28">
            <bdi>{name}</bdi>
          </h1>
          <ShareDetails size={formatBytes(size ?? 0, locale)} share={visit.share} />
        </div>
      </header>
      {download ? (
        <p className="mt-7 flex flex-wrap gap-3">
          <LinkButton
            href={downloadPath(token, item)}
            data-vike="false"
            variant="solid"
            size="lg"
            icon={Download}
            className="max-sm:w-full"
          >
            {t('sharing:page.download')}
          </LinkButton>
          {url && isViewable(item) && (
            <LinkButton href={url} data-vike="false" size="lg" icon={Eye} onClick={view} className="max-sm:w-full">
              {t('sharing:page.view')}
            </LinkButton>
          )}
        </p>
      ) : (
        <DownloadsDisabledNotice />
      )}
      <FileContent item={item} preview={preview} download={download !== false} onView={view} />
      <FileViewer viewer={viewer} source={source} title={name} visit={visit} />
    </>
  )
}
