import type { Item } from '../../../storage/contract.ts'
import { Button, lazyComponent, TextField, useT } from '../../../web/ui.ts'
import { announceRename } from '../../client/announce-rename.ts'
import { changesOf, draftOf, type NameChanges, type NameDraft, revertOf } from '../../client/name-changes.ts'

const FolderEmoji = lazyComponent(async () => (await import('../editor/FolderEmoji.tsx')).FolderEmoji)

/** What is only needed here, to tell about the new name and to undo it. */
const tools = { announceRename, revertOf }

interface RenameUploadedFormProps {
  item: Item
  /** As left by an attempt that failed; null: as the item is. */
  draft: NameDraft | null
  onDraft: (draft: NameDraft) => void
  onCancel: () => void
  /** `changes` null: none. */
  onSave: (changes: NameChanges | null, using: typeof tools) => void
}

export type RenameTools = typeof tools

/** In the place of a row: the form that changes its name, and the emoji of a folder. */
export const RenameUploadedForm = ({ item, draft, onDraft, onCancel, onSave }: RenameUploadedFormProps) => {
  const t = useT()
  const shown = draft ?? draftOf(item)
  return (
    <li className="px-3 py-2">
      <form
        className="flex flex-wrap items-end justify-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(changesOf(item, { ...shown, name: shown.name.trim() }), tools)
        }}
      >
        <TextField
          label={t('sharing:request.sent.rename')}
          hideLabel
          className="min-w-40 grow"
          value={shown.name}
          onValue={(name) => onDraft({ ...shown, name })}
          autoFocus
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
        <Button onClick={onCancel}>{t('web:kit.cancel')}</Button>
        <Button type="submit" variant="solid">
          {t('sharing:request.sent.save')}
        </Button>
        {item.type === 'folder' && (
          <div className="w-full">
            <FolderEmoji value={shown.emoji} onValue={(emoji) => onDraft({ ...shown, emoji })} />
          </div>
        )}
      </form>
    </li>
  )
}
