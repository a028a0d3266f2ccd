import { CloudUpload, FolderPlus, FolderUp, Link2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { prefetchGuestRemote, type UploadTarget, useUploads } from '../../../storage/ui.ts'
import { Button, cx, Icon, useT } from '../../../web/ui.ts'

interface DropZoneProps {
  target: UploadTarget
  /** Whether files may be chosen; says what is missing. */
  ready: () => boolean
  acceptedTypes: readonly string[] | null
  /** Everybody sees what is sent. */
  shown: boolean
  /** Makes a folder of one's own. */
  onFolder: (() => Promise<void>) | undefined
  /** Asks for links that the server fetches. */
  onLinks: () => Promise<void>
}

const holdsFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false

/** Where files go in: by drop anywhere on the page, by picker, by paste. */
export const DropZone = ({ target, ready, acceptedTypes, shown, onFolder, onLinks }: DropZoneProps) => {
  const t = useT()
  const { addFiles, addDropped, pickFolder } = useUploads()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** The uploader is being entered, for that button. */
  const [entering, setEntering] = useState<'links' | 'folder' | null>(null)

  const enter = (button: 'links' | 'folder', deed: () => Promise<void>) => {
    setEntering(button)
    void deed().finally(() => setEntering(null))
  }
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setOver(false)
    addDropped(event.dataTransfer, target)
  }

  useEffect(() => {
    // A file that misses the zone must not replace the page.
    const stop = (event: globalThis.DragEvent) => holdsFiles(event) && event.preventDefault()
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) addFiles(files, target)
    }
    window.addEventListener('dragover', stop)
    window.addEventListener('drop', stop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', stop)
      window.removeEventListener('drop', stop)
      window.removeEventListener('paste', paste)
    }
  })

  const accept = acceptedTypes?.every((kind) => ['image', 'video', 'audio'].includes(kind))
    ? acceptedTypes.map((kind) => `${kind}/*`).join(',')
    : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the mouse; the buttons in it do the same
    <div
      data-dropzone
      onDragOver={(event) => holdsFiles(event) && setOver(true)}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
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
          loading={entering === 'links'}
          onPointerEnter={() => void prefetchGuestRemote()}
          onFocus={() => void prefetchGuestRemote()}
          onClick={() => enter('links', onLinks)}
        >
          {t('storage:menu.remoteUpload')}
        </Button>
        {onFolder && (
          <Button
            variant="quiet"
            icon={FolderPlus}
            loading={entering === 'folder'}
            onClick={() => enter('folder', onFolder)}
          >
            {t('sharing:editor.newFolder')}
          </Button>
        )}
      </div>
      <p className="text-small text-pretty text-muted">
        {t(shown ? 'sharing:request.drop.hintAll' : 'sharing:request.drop.hint')}
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
