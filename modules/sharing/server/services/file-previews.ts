import type { Logger } from '../../../platform/index.ts'
import {
  csvTree,
  decodeBeginning,
  type Item,
  isMarkdownText,
  isTableText,
  isTextType,
  languageOf,
  maxPreviewPages,
  maxTableColumns,
} from '../../../storage/contract.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { FilePreview, VisitorTextPreview } from '../../contract.ts'
import type { ShareLinkRow } from '../share-link.row.ts'
import { shareScope } from './share-scope.ts'

/** Bytes of a text that a file's page shows: about ten printed pages. */
const maxTextBytes = 24 << 10

/** Bytes of a drawing that a file's page contains; others are loaded when they are asked for. */
const maxDrawingBytes = 24 << 10

interface PreviewOptions {
  download: boolean
  /** Downloads of the link are counted, so no text is shown: a short one is the whole file. */
  counted: boolean
  /** For somebody who looks at it: a missing preview of a film or sound is made. */
  visited: boolean
}

const pagesOf = ({ attributes: { thumbnail } }: Item, total: number | null): FilePreview['pages'] => {
  if (!thumbnail || total === null) return null
  const shown = Math.min(total, maxPreviewPages)
  const urls = Array.from({ length: shown - 1 }, (_, index) => thumbnail.xl.replace('/xl/', `/page/${index + 2}/`))
  return { urls, total }
}

/** Reads previews of files for their pages. A file whose content cannot be read still has its page. */
export class FilePreviews {
  private readonly storage: StorageApi
  private readonly log: Logger
  constructor(storage: StorageApi, log: Logger) {
    this.storage = storage
    this.log = log
  }

  /** Preview of a link's file. */
  ofLink(share: ShareLinkRow, item: Item, { visited }: Pick<PreviewOptions, 'visited'>): Promise<FilePreview> {
    const { allow_download: download, max_downloads: limit } = share
    return this.previewOf(shareScope(share, ''), item, { download, counted: limit !== null, visited })
  }

  private async previewOf(
    scope: Scope,
    item: Item,
    { download, counted, visited }: PreviewOptions,
  ): Promise<FilePreview> {
    const { mimetype, thumbnail, kind } = item.attributes
    const playable = !download && (kind === 'video' || kind === 'audio')
    const { files, thumbnails, zipContents } = this.storage
    const isText = isTextType(mimetype ?? '')
    const isDrawing = download && mimetype === 'image/svg+xml'
    const [text, archive, size, media, drawing] = await Promise.all([
      !counted && isText ? this.orNull(item, this.textOf(scope, item)) : null,
      mimetype === 'application/zip' ? this.orNull(item, zipContents.list(scope, item.id)) : null,
      thumbnail ? this.orNull(item, thumbnails.sizeOf(scope, item.id)) : null,
      playable ? this.orNull(item, files.mediaState(scope, item.id, { start: visited })) : null,
      !counted && isDrawing ? this.orNull(item, this.drawingOf(scope, item)) : null,
    ])
    const pages = pagesOf(item, size?.pages ?? null)
    return { text, archive, size, pages, media, drawing, counted: counted && (isText || isDrawing) }
  }

  private async drawingOf(scope: Scope, item: Item): Promise<string | null> {
    if ((item.attributes.size ?? 0) > maxDrawingBytes) return null
    const bytes = await this.storage.files.beginning(scope, item.id, maxDrawingBytes)
    return `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`
  }

  private async textOf(scope: Scope, item: Item): Promise<VisitorTextPreview> {
    const total = item.attributes.size ?? 0
    const bytes = await this.storage.files.beginning(scope, item.id, maxTextBytes)
    const text = decodeBeginning(bytes, bytes.length >= total)
    const table = isTableText(item) ? csvTree(text) : null
    if (table) {
      const shown = table.length < text.length ? Buffer.byteLength(text.slice(0, table.length)) : bytes.length
      const columns = table.columns > maxTableColumns ? { shown: maxTableColumns, total: table.columns } : null
      return { form: 'table', nodes: table.nodes, shown, total, columns }
    }
    const language = isMarkdownText(item) ? 'markdown' : languageOf(item)
    const nodes = language && (await this.storage.textFormatter.format(text, language))
    const form = !nodes ? 'plain' : language === 'markdown' ? 'markdown' : 'code'
    return { form, nodes: nodes || [text], shown: bytes.length, total, columns: null }
  }

  private orNull<T>(item: Item, reading: Promise<T>): Promise<T | null> {
    return reading.catch((error: unknown) => {
      this.log.warn({ err: error, item: item.id }, 'cannot preview a shared file')
      return null
    })
  }
}
