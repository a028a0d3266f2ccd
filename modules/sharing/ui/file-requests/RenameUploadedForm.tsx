import { useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { Button, lazyComponent, TextField, useFeedback, useT } from '../../../web/ui.ts'
import { announceRename } from '../../client/announce-rename.ts'
import { changesOf, nameDraftOf, revertOf } from '../../client/name-changes.ts'
import type { UploadedItemsState } from './useUploadedItems.ts'

const FolderEmoji = lazyComponent(async () => (await import('../editor/FolderEmoji.tsx')).FolderEmoji)

interface RenameUploadedFormProps {
  item: Item
  sent: UploadedItemsState
  onError: (error: unknown) => void
  onClose: () => void
}

/** In the place of a row: the form that changes its name, and the emoji of a folder. It stays after an error. */
export const RenameUploadedForm = ({ item, sent, onError, onClose }: RenameUploadedFormProps) => {
  const t = useT()
  const feedback = useFeedback()
  const [draft, setDraft] = useState(() => nameDraftOf(item))
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const changes = changesOf(item, { ...draft, name: draft.name.trim() })
    if (!changes) return onClose()
    setBusy(true)
    try {
      const renamed = await sent.rename(item, changes)
      onClose()
      if (changes.name === undefined) return
      const undo = () => void sent.rename(renamed, revertOf(item, changes)).catch(onError)
      announceRename({ feedback, t }, { item, wanted: changes.name, renamed, undo })
    } catch (error) {
      setBusy(false)
      onError(error)
    }
  }
  return (
    <li className="px-3 py-2">
      <form
        className="flex flex-wrap items-end justify-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        <TextField
          label={t('sharing:request.sent.rename')}
          hideLabel
          className="min-w-40 grow"
          value={draft.name}
          onValue={(name) => setDraft({ ...draft, name })}
          autoFocus
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
        <Button type="submit" variant="solid" loading={busy}>
          {t('sharing:request.sent.save')}
        </Button>
        {item.type === 'folder' && (
          <div className="w-full">
            <FolderEmoji value={draft.emoji} onValue={(emoji) => setDraft({ ...draft, emoji })} />
          </div>
        )}
      </form>
    </li>
  )
}
