import { CloudUpload, FolderPlus, FolderUp, Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { prefetchVisitorRemote, type UploadTarget, useUploads } from '../../../storage/ui.ts'
import { Button, cx, Icon, useT } from '../../../web/ui.ts'
import { bringsFiles, useDroppedFiles } from '../useDroppedFiles.ts'

interface DropZoneProps {
  target: UploadTarget
  /** Whether files may be added; otherwise marks the missing fields. */
  ready: () => boolean
  acceptedTypes: readonly string[] | null
  /** Everybody with the link sees the files. */
  isVisibleToAll: boolean
  /** Creates a folder of the uploader. */
  onFolder: (() => Promise<void>) | undefined
  /** Opens the dialog for URLs that the server fetches. */
  onLinks: () => Promise<void>
}

/** Keeps files that are dropped from replacing the page, such as beside the zone, or where nothing is taken any more. */
export const useKeepPageOnDrop = (): void =>
  useEffect(() => {
    const keep = (event: DragEvent) => bringsFiles(event) && event.preventDefault()
    const listening = new AbortController()
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, keep, listening)
    return () => listening.abort()
  }, [])

/** Adds files by file picker, and by drop and paste anywhere on the page. */
export const DropZone = ({ target, ready, acceptedTypes, isVisibleToAll, onFolder, onLinks }: DropZoneProps) => {
  const t = useT()
  const { addFiles, pickFolder } = useUploads()
  const over = useDroppedFiles(target)
  const input = useRef<HTMLInputElement>(null)
  /** The button that waits until the uploader is identified. */
  const [waiting, setWaiting] = useState<'links' | 'folder' | null>(null)

  const identifyFor = (button: 'links' | 'folder', open: () => Promise<void>) => {
    setWaiting(button)
    void open().finally(() => setWaiting(null))
  }

  const accept = acceptedTypes?.every((kind) => ['image', 'video', 'audio'].includes(kind))
    ? acceptedTypes.map((kind) => `${kind}/*`).join(',')
    : undefined
  return (
    <div
      data-dropzone
      className={cx(
        'flex flex-col items-center gap-3 rounded-xl noscript:hidden border-2 border-dashed px-5 py-10 text-center transition-colors sm:py-14',
        over ? 'border-brand-line bg-brand-tint' : 'border-line-strong bg-surface',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-brand-tint text-brand-text">
        <Icon of={CloudUpload} size={28} />
      </span>
      <p className="text-16 font-semibold text-balance">
        <span className="pointer-coarse:hidden">{t('sharing:request.drop.title')}</span>
        <span className="hidden pointer-coarse:inline">{t('sharing:request.drop.touch')}</span>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="solid" size="lg" onClick={() => ready() && input.current?.click()}>
          {t('sharing:request.drop.files')}
        </Button>
        <Button
          size="lg"
          icon={FolderUp}
          className="pointer-coarse:hidden"
          onClick={() => ready() && pickFolder(target)}
        >
          {t('sharing:request.drop.folder')}
        </Button>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        <Button
          variant="quiet"
          icon={Link2}
          loading={waiting === 'links'}
          onPointerEnter={() => void prefetchVisitorRemote()}
          onFocus={() => void prefetchVisitorRemote()}
          onClick={() => identifyFor('links', onLinks)}
        >
          {t('storage:menu.remoteUpload')}
        </Button>
        {onFolder && (
          <Button
            variant="quiet"
            icon={FolderPlus}
            loading={waiting === 'folder'}
            onClick={() => identifyFor('folder', onFolder)}
          >
            {t('sharing:editor.newFolder')}
          </Button>
        )}
      </div>
      <p className="text-small text-pretty text-muted">
        {t(isVisibleToAll ? 'sharing:request.drop.hintAll' : 'sharing:request.drop.hint')}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        data-upload="files"
        aria-label={t('sharing:request.drop.files')}
        onChange={(event) => {
          addFiles([...(event.currentTarget.files ?? [])], target)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
