import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import {
  Button,
  FileIcon,
  fileKind,
  formatBytes,
  IconButton,
  lazyComponent,
  TextField,
  useFeedback,
  useListFocus,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { fileRequestPath } from '../../client/file-request.api.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { useSubmittedText } from './useSubmittedText.ts'
import type { UploadedItemsState } from './useUploadedItems.ts'

const MoveUploadedDialog = lazyComponent(async () => (await import('./MoveUploadedDialog.tsx')).MoveUploadedDialog)

interface UploadedItemsProps {
  sent: UploadedItemsState
  token: string
  /** The open own folder; null: the root folder. */
  folder: string | null
  onError: (error: unknown) => void
}

/** What this browser has sent, to rename, move and delete; where uploaders see everything, all files. */
export const UploadedItems = ({ sent, token, folder, onError }: UploadedItemsProps) => {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  if (sent.items.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="sent">
      <h2 id="sent" className="mb-2 text-16 font-bold">
        {t(sent.isShared ? 'sharing:request.sent.titleAll' : 'sharing:request.sent.title')}
      </h2>
      <ul
        ref={list}
        {...keepFocus}
        data-sent
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {sent.items.map((item) => (
          <UploadedRow key={item.id} item={item} sent={sent} token={token} folder={folder} onError={onError} />
        ))}
      </ul>
      {sent.hasMore && (
        <Button className="mt-3" wide onClick={() => void sent.more().catch(onError)}>
          {t('sharing:request.sent.more')}
        </Button>
      )}
    </section>
  )
}

/** How much this browser has sent, where only the owner sees the files. */
export const UploadedCount = ({ fileRequest }: { fileRequest: PublicFileRequest }) => {
  const text = useSubmittedText(fileRequest)
  return (
    <p className="mt-8 text-pretty" role="status" data-sent-count>
      {(fileRequest.relationships.uploader?.sent ?? 0) > 0 && text}
    </p>
  )
}

const UploadedRow = ({ item, sent, token, folder: place, onError }: UploadedItemsProps & { item: Item }) => {
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
      const renamed = await sent.rename(item, next)
      const undo = () => void sent.rename(renamed, name).catch(onError)
      const { announceRename } = await import('../../client/announce-rename.ts')
      announceRename({ feedback, t }, { item, wanted: next, renamed, undo })
    } catch (error) {
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
  if (draft !== null)
    return (
      <li className="px-3 py-2">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <TextField
            label={t('sharing:request.sent.rename')}
            hideLabel
            className="grow"
            value={draft}
            onValue={setDraft}
            autoFocus
            onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
          />
          <Button type="submit" variant="solid">
            {t('sharing:request.sent.save')}
          </Button>
        </form>
      </li>
    )
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
            {name}
          </a>
        ) : (
          <span className="block truncate font-medium" title={name}>
            {name}
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
