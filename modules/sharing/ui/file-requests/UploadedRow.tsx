import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import {
  FileIcon,
  fileKind,
  formatBytes,
  IconButton,
  lazyComponent,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { fileRequestPath } from '../../contract.ts'
import type { UploadedItemsState } from './useUploadedItems.ts'

const RenameUploadedForm = lazyComponent(async () => (await import('./RenameUploadedForm.tsx')).RenameUploadedForm)
const MoveUploadedDialog = lazyComponent(async () => (await import('./MoveUploadedDialog.tsx')).MoveUploadedDialog)

const nameClass = 'block max-w-full truncate font-medium underline-offset-2 hover:underline'

export interface UploadedRowProps {
  item: Item
  sent: UploadedItemsState
  token: string
  /** The open own folder; null: the root folder. */
  folder: string | null
  onError: (error: unknown) => void
  /** Shows a file. */
  onView: (file: Item) => void
}

/** One uploaded item: its name, or the form that changes it, and the actions of its sender. */
export const UploadedRow = ({ item, sent, token, folder: place, onError, onView }: UploadedRowProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const { name, extension, mimetype, size, items, thumbnail, color, emoji } = item.attributes
  const [renaming, setRenaming] = useState(false)
  const [moving, setMoving] = useState(false)
  const folder = item.type === 'folder'
  const isOwn = item.attributes.access === undefined

  const remove = async () => {
    const isConfirmed = await feedback.confirm({
      title: t('sharing:request.sent.removeTitle', { name }),
      body: t('sharing:request.sent.removeBody'),
      confirmLabel: t('sharing:request.sent.remove'),
      danger: true,
    })
    if (isConfirmed) await sent.remove(item).catch(onError)
  }
  if (renaming)
    return (
      <RenameUploadedForm
        item={item}
        sent={sent}
        onError={onError}
        onClose={() => setRenaming(false)}
        onNotLoaded={() => setRenaming(false)}
      />
    )
  return (
    <li className="flex items-center gap-3 py-1.5 ps-3 pe-1.5">
      {thumbnail ? (
        <img src={thumbnail.xs} alt="" loading="lazy" className="row-thumb object-cover" />
      ) : (
        <FileIcon
          kind={folder ? 'folder' : fileKind(mimetype, extension)}
          extension={extension}
          color={color}
          emoji={emoji?.char}
          size={28}
        />
      )}
      <span className="min-w-0 grow">
        {folder ? (
          <a href={fileRequestPath(token, item.id)} className={nameClass}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <button type="button" title={name} className={nameClass} onClick={() => onView(item)}>
            <bdi>{name}</bdi>
          </button>
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
            onClick={() => setRenaming(true)}
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
