import { type ComponentType, useEffect, useState } from 'react'
import { ErrorBoundary, Spinner } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { refusalOf } from '../../../tree/ui.ts'
import { type PreviewKind, previewOf } from '../../client/preview-kind.ts'
import { NoPreview } from './previews/NoPreview.tsx'
import { Problem } from './previews/Problem.tsx'
import type { StageProps } from './types.ts'

type Part = ComponentType<StageProps>

/** Each kind's code comes when the first such file is shown. */
const parts: Record<Exclude<PreviewKind, 'none'>, () => Promise<Part>> = {
  image: async () => (await import('./previews/ImagePreview.tsx')).ImageStage,
  svg: async () => (await import('./previews/SvgPreview.tsx')).SvgStage,
  video: async () => (await import('./previews/VideoPreview.tsx')).VideoStage,
  audio: async () => (await import('./previews/AudioPreview.tsx')).AudioStage,
  pdf: async () => (await import('./previews/PdfPreview.tsx')).PdfStage,
  markdown: async () => (await import('./previews/MarkdownPreview.tsx')).MarkdownStage,
  code: async () => (await import('./previews/CodePreview.tsx')).CodeStage,
  text: async () => (await import('./previews/TextPreview.tsx')).TextStage,
}
const loaded = new Map<PreviewKind, Part>()

const usePart = (kind: PreviewKind) => {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState<PreviewKind | null>(null)
  useEffect(() => {
    if (kind === 'none' || loaded.has(kind)) return
    let gone = false
    parts[kind]().then(
      (part) => {
        loaded.set(kind, part)
        if (!gone) redraw((drawn) => drawn + 1)
      },
      () => !gone && setFailed(kind),
    )
    return () => {
      gone = true
    }
  }, [kind])
  return { Part: loaded.get(kind), failed: failed === kind }
}

/** The file on show, in the way of its kind. */
export const Stage = ({
  item,
  error,
  onDownload,
}: { item: Item | null; error: unknown } & Pick<StageProps, 'onDownload'>) => {
  const kind = item ? previewOf(item) : 'none'
  const { Part, failed } = usePart(kind)
  if (!item) return error ? <Problem status={refusalOf(error).status} /> : <Waiting />
  if (failed) return <Problem status={0} />
  if (kind === 'none') return <NoPreview item={item} onDownload={onDownload} />
  return Part ? (
    <ErrorBoundary resetKey={item.id}>
      <Part key={`${item.id} ${item.attributes.etag}`} item={item} onDownload={onDownload} />
    </ErrorBoundary>
  ) : (
    <Waiting />
  )
}

const Waiting = () => (
  <div className="grid size-full place-items-center">
    <Spinner />
  </div>
)
