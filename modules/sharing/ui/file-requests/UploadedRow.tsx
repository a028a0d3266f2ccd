import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import {
  FileIcon,
  fileKind,
  formatBytes,
  IconButton,
  lazyComponent,
  loadWithRetry,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { fileRequestPath } from '../../contract.ts'
import type { UploadedItemsState } from './useUploadedItems.ts'

const RenameUploadedForm = lazyComponent(async () => (await import('./RenameUploadedForm.tsx')).RenameUploadedForm)
const loadAnnouncement = loadWithRetry(() => import('../../client/announce-rename.ts'))
const MoveUploadedDialog = lazyComponent(async () => (await import('./MoveUploadedDialog.tsx')).MoveUploadedDialog)

export interface UploadedRowProps {
  item: Item
  sent: UploadedItemsState
  token: string
  /** The open own folder; null: the root folder. */
  folder: string | null
  onError: (error: unknown) => void
}

/** One uploaded item: its name, or the form that changes it, and the actions of its sender. */
export const UploadedRow = ({ item, sent, token, folder: place, onError }: UploadedRowProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const { name, extension, size, items } = item.attributes
  const [draft, setDraft] = useState<string | null>(null)
  const [moving, setMoving] = useState(false)
  const folder = item.type === 'folder'
  const isOwn = item.attributes.access === undefined

  const save = async () => {
    const next = draft?.trim()
    setDraft(null)
    if (!next || next === name) return
    try {
      const { announceRename } = await loadAnnouncement()
      const renamed = await sent.rename(item, next)
      const undo = () => void sent.rename(renamed, name).catch(onError)
      announceRename({ feedback, t }, { item, wanted: next, renamed, undo })
    } catch (error) {
      // The form stays, so that the typed name can be corrected.
      setDraft(next)
      onError(error)
    }
  }
  const remove = async () => {
    const isConfirmed = await feedback.confirm({
      title: t('sharing:request.sent.removeTitle', { name }),
      body: t('sharing:request.sent.removeBody'),
      confirmLabel: t('sharing:request.sent.remove'),
      danger: true,
    })
    if (isConfirmed) await sent.remove(item).catch(onError)
  }
  if (draft !== null) return <RenameUploadedForm draft={draft} onDraft={setDraft} onSave={() => void save()} />
  return (
    <li className="flex items-center gap-3 py-1.5 ps-3 pe-1.5">
      <FileIcon
        kind={folder ? 'folder' : fileKind(item.attributes.mimetype, extension)}
        extension={extension}
        size={28}
      />
      <span className="min-w-0 grow">
        {folder ? (
          <a
            href={fileRequestPath(token, item.id)}
            className="block truncate font-medium underline-offset-2 hover:underline"
          >
            <bdi>{name}</bdi>
          </a>
        ) : (
          <span className="block truncate font-medium" title={name}>
            <bdi>{name}</bdi>
          </span>
        )}
        <span className="block text-small text-muted tabular-nums">
          {folder ? t('sharing:request.sent.items', { count: items }) : formatBytes(size ?? 0, locale)}
        </span>
      </span>
      {isOwn && (
        <div className="flex noscript:hidden">
          <IconButton
            icon={Pencil}
            label={t('sharing:request.sent.renameOf', { name })}
            onClick={() => setDraft(name)}
          />
          <IconButton
            icon={CornerDownRight}
            label={t('sharing:request.sent.moveOf', { name })}
            onClick={() => setMoving(true)}
          />
          {moving && (
            <MoveUploadedDialog
              item={item}
              from={place}
              canAdd={sent.canAdd}
              load={sent.tree}
              onMove={(to) => {
                setMoving(false)
                void sent.move(item, to).catch(onError)
              }}
              onClose={() => setMoving(false)}
            />
          )}
          <IconButton
            icon={Trash2}
            label={t('sharing:request.sent.removeOf', { name })}
            onClick={() => void remove()}
          />
        </div>
      )}
    </li>
  )
}
