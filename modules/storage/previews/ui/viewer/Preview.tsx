import { type ComponentType, useEffect, useState } from 'react'
import { ErrorBoundary, Spinner, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { type PreviewKind, previewOf } from '../../client/preview-kind.ts'
import { NoPreview } from './previews/NoPreview.tsx'
import { Problem } from './previews/Problem.tsx'
import type { PreviewProps } from './types.ts'

type PreviewComponent = ComponentType<PreviewProps>

/** The code of each kind loads with the first such file. */
const loaders: Record<Exclude<PreviewKind, 'none'>, () => Promise<PreviewComponent>> = {
  image: async () => (await import('./previews/ImagePreview.tsx')).ImagePreview,
  svg: async () => (await import('./previews/SvgPreview.tsx')).SvgPreview,
  video: async () => (await import('./previews/VideoPreview.tsx')).VideoPreview,
  audio: async () => (await import('./previews/AudioPreview.tsx')).AudioPreview,
  pdf: async () => (await import('./previews/PdfPreview.tsx')).PdfPreview,
  markdown: async () => (await import('./previews/MarkdownPreview.tsx')).MarkdownPreview,
  table: async () => (await import('./previews/TablePreview.tsx')).TablePreview,
  code: async () => (await import('./previews/CodePreview.tsx')).CodePreview,
  text: async () => (await import('./previews/TextPreview.tsx')).TextPreview,
}
const loaded = new Map<PreviewKind, PreviewComponent>()

const usePreviewComponent = (kind: PreviewKind) => {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState<PreviewKind | null>(null)
  useEffect(() => {
    if (kind === 'none' || loaded.has(kind)) return
    let unmounted = false
    loaders[kind]().then(
      (component) => {
        loaded.set(kind, component)
        if (!unmounted) redraw((drawn) => drawn + 1)
      },
      () => !unmounted && setFailed(kind),
    )
    return () => {
      unmounted = true
    }
  }, [kind])
  return { PreviewComponent: loaded.get(kind), failed: failed === kind }
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
  const { PreviewComponent, failed } = usePreviewComponent(kind)
  if (!item) return error ? <Problem status={apiErrorOf(error).status} onRetry={onRetry} /> : <Loading />
  if (failed) return <Problem status={0} />
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
