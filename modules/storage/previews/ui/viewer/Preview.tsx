import type { ComponentType } from 'react'
import { ErrorBoundary, loadInTime, Spinner, useLoad, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { type PreviewKind, previewOf } from '../../client/preview-kind.ts'
import { NoPreview } from './previews/NoPreview.tsx'
import { PreviewError } from './previews/PreviewError.tsx'
import type { PreviewProps } from './types.ts'

type PreviewComponent = ComponentType<PreviewProps>

/** The code of each kind loads with the first such file. */
const loaders: Record<Exclude<PreviewKind, 'none'>, () => Promise<PreviewComponent>> = {
  image: loadInTime(async () => (await import('./previews/ImagePreview.tsx')).ImagePreview),
  svg: loadInTime(async () => (await import('./previews/SvgPreview.tsx')).SvgPreview),
  video: loadInTime(async () => (await import('./previews/VideoPreview.tsx')).VideoPreview),
  audio: loadInTime(async () => (await import('./previews/AudioPreview.tsx')).AudioPreview),
  pdf: loadInTime(async () => (await import('./previews/PdfPreview.tsx')).PdfPreview),
  markdown: loadInTime(async () => (await import('./previews/MarkdownPreview.tsx')).MarkdownPreview),
  table: loadInTime(async () => (await import('./previews/TablePreview.tsx')).TablePreview),
  code: loadInTime(async () => (await import('./previews/CodePreview.tsx')).CodePreview),
  text: loadInTime(async () => (await import('./previews/TextPreview.tsx')).TextPreview),
}
const loaded = new Map<PreviewKind, PreviewComponent>()

const usePreviewComponent = (kind: PreviewKind) => {
  const load = async (name: Exclude<PreviewKind, 'none'>) => {
    loaded.set(name, await loaders[name]())
    return name
  }
  const { error, reload } = useLoad(kind === 'none' || loaded.has(kind) ? null : () => load(kind), [kind])
  return { PreviewComponent: loaded.get(kind), failed: error !== null, retry: reload }
}

/** The preview of the shown file, by its kind. */
export const Preview = ({
  item,
  error,
  onRetry,
  onDownload,
}: { item: Item | null; error: unknown; onRetry: () => void } & Pick<PreviewProps, 'onDownload'>) => {
  const t = useT()
  const kind = item ? previewOf(item) : 'none'
  const { PreviewComponent, failed, retry } = usePreviewComponent(kind)
  if (!item) return error ? <PreviewError status={apiErrorOf(error).status} onRetry={onRetry} /> : <Loading />
  // The file itself may be there.
  if (failed) return <PreviewError status={0} onRetry={retry} onDownload={onDownload && (() => onDownload(item))} />
  // Pictures that no browser shows have a preview once their thumbnails are made.
  const note = item.attributes.thumbnail_pending ? t('storage:viewer.media.preparing') : undefined
  if (kind === 'none') return <NoPreview item={item} onDownload={onDownload} note={note} />
  return PreviewComponent ? (
    <ErrorBoundary resetKey={item.id}>
      <PreviewComponent key={`${item.id} ${item.attributes.etag}`} item={item} onDownload={onDownload} />
    </ErrorBoundary>
  ) : (
    <Loading />
  )
}

const Loading = () => (
  <div className="grid size-full place-items-center">
    <Spinner />
  </div>
)
