import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'

GlobalWorkerOptions.workerSrc = worker
const base = `/assets/pdfjs-${version}`

export interface PdfState {
  page: number
  pages: number
  /** Number of matches and the current one; null without a search. */
  found: { current: number; total: number } | null
}

interface Listeners {
  changed: (state: Partial<PdfState>) => void
  /** `locked`: the document needs a password. */
  failed: (reason: 'locked' | 'broken', status: number) => void
}

/** Pause in ms after typing before the search starts. */
const searchDelayMs = 200

/**
 * A PDF in a scrolling frame. Pages render when visible and load by ranges. Scripts of the document never run, and
 * everything is fetched from our own origin.
 */
export const openPdf = (url: string, container: HTMLDivElement, { changed, failed }: Listeners) => {
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ linkService, eventBus })
  const viewer = new PDFViewer({ container, eventBus, linkService, findController, annotationEditorMode: -1 })
  linkService.setViewer(viewer)
  const task = getDocument({
    url,
    cMapUrl: `${base}/cmaps/`,
    standardFontDataUrl: `${base}/standard_fonts/`,
    wasmUrl: `${base}/wasm/`,
    iccUrl: `${base}/iccs/`,
    rangeChunkSize: 256 << 10,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // Bundled fonts look the same on every device.
    useSystemFonts: false,
  })
  let searching: ReturnType<typeof setTimeout> | undefined
  let query = ''
  const find = (type: '' | 'again', { findPrevious = false } = {}) =>
    eventBus.dispatch('find', {
      source: container,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    })
  const counted = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    changed({ found: query ? matchesCount : null })

  /**
   * Sets the scale and keeps the space above the first page, because pdf.js aligns the current page with the frame's edge.
   */
  const setScale = (value: string) => {
    const isAtStart = container.scrollTop === 0
    viewer.currentScaleValue = value
    if (isAtStart) container.scrollTop = 0
  }

  eventBus.on('pagesinit', () => setScale(container.clientWidth < 960 ? 'page-width' : 'auto'))
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => changed({ page: pageNumber }))
  eventBus.on('updatefindmatchescount', counted)
  eventBus.on('updatefindcontrolstate', counted)
  task.promise.then(
    (document) => {
      viewer.setDocument(document)
      linkService.setDocument(document)
      changed({ pages: document.numPages, page: 1 })
    },
    (error: { name?: string; status?: number }) => {
      if (error.name === 'PasswordException') failed('locked', 200)
      else failed('broken', error.status ?? (error.name === 'InvalidPDFException' ? 200 : 0))
    },
  )
  return {
    goTo: (page: number): void => {
      viewer.currentPageNumber = Math.min(Math.max(page, 1), Math.max(viewer.pagesCount, 1))
    },
    zoom: (steps: 1 | -1): void => viewer.updateScale({ steps }),
    fit: (): void => setScale('page-width'),
    rotate: (): void => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
    search: (text: string): void => {
      query = text
      clearTimeout(searching)
      searching = setTimeout(() => find(''), searchDelayMs)
    },
    next: (): void => find('again'),
    previous: (): void => find('again', { findPrevious: true }),
    resized: (): void => {
      const { currentScaleValue: value } = viewer
      if (value === 'auto' || value === 'page-width') setScale(value)
      viewer.update()
    },
    close: (): void => {
      clearTimeout(searching)
      viewer.setDocument(null as unknown as Parameters<typeof viewer.setDocument>[0])
      linkService.setDocument(null)
      void task.destroy()
    },
  }
}

export type PdfViewerHandle = ReturnType<typeof openPdf>
