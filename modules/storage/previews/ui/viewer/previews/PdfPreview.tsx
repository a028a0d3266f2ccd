import { useEffect, useRef, useState } from 'react'
import { Spinner, useT } from '../../../../../web/ui.ts'
import { type FetchError, probeFile } from '../../../../tree/ui.ts'
import { usePreviewControls } from '../preview-controls.ts'
import type { PreviewProps } from '../types.ts'
import { NoPreview } from './NoPreview.tsx'
import { PdfBar } from './PdfBar.tsx'
import { PreviewError } from './PreviewError.tsx'
import { openPdf, type PdfState, type PdfViewerHandle } from './pdf-document.ts'
import './pdf.css'

/** A PDF: all pages in one scrolling frame, with text search and selection. */
export const PdfPreview = ({ item, onDownload }: PreviewProps) => {
  const t = useT()
  const url = item.attributes.file_url ?? ''
  const frame = useRef<HTMLDivElement>(null)
  const pdf = useRef<PdfViewerHandle | null>(null)
  const [state, setState] = useState<PdfState>({ page: 1, pages: 0, found: null })
  const [failure, setFailure] = useState<({ reason: 'locked' | 'broken' } & FetchError) | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it again
  useEffect(() => {
    const container = frame.current
    if (!container) return
    const opened = openPdf(url, container, {
      changed: (part) => setState((before) => ({ ...before, ...part })),
      failed: (reason, status) => {
        setFailure({ reason, status, message: '' })
        // pdf.js does not expose the server's error message.
        if (status >= 400)
          void probeFile(url).then((fetchError) => pdf.current && setFailure({ reason, ...fetchError }))
      },
    })
    pdf.current = opened
    const observer = new ResizeObserver(opened.resized)
    observer.observe(container)
    return () => {
      observer.disconnect()
      opened.close()
      pdf.current = null
    }
  }, [url, attempt])
  usePreviewControls({
    zoomIn: () => pdf.current?.zoom(1),
    zoomOut: () => pdf.current?.zoom(-1),
    fit: () => pdf.current?.fit(),
    rotate: () => pdf.current?.rotate(),
  })
  if (failure) {
    const { reason, status, message } = failure
    if (reason === 'locked') return <NoPreview item={item} onDownload={onDownload} note={t('storage:viewer.locked')} />
    if (status >= 200 && status < 300)
      return <NoPreview item={item} onDownload={onDownload} note={t('storage:viewer.cannotShow')} />
    const retry = async () => {
      const now = await probeFile(url)
      const isAvailable = now.status >= 200 && now.status < 300
      setFailure(isAvailable ? null : { reason, ...now })
      if (isAvailable) setAttempt(attempt + 1)
    }
    return <PreviewError status={status} message={message} onRetry={retry} />
  }
  return (
    <div className="flex size-full flex-col">
      <PdfBar state={state} pdf={pdf} />
      <div className="relative min-h-0 grow">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard */}
        <div ref={frame} tabIndex={0} className="pdf-frame absolute inset-0 overflow-auto outline-none">
          <div className="pdfViewer" />
        </div>
        {state.pages === 0 && (
          <span className="pointer-events-none absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </div>
    </div>
  )
}
