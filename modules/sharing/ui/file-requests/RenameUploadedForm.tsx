import { Button, TextField, useT } from '../../../web/ui.ts'
import { announceRename } from '../../client/announce-rename.ts'

interface RenameUploadedFormProps {
  draft: string
  /** Null: the name stays. */
  onDraft: (draft: string | null) => void
  /** Is given what tells about the new name, which is only needed here. */
  onSave: (announce: typeof announceRename) => void
}

/** In the place of a row: the form that changes its name. */
export const RenameUploadedForm = ({ draft, onDraft, onSave }: RenameUploadedFormProps) => {
  const t = useT()
  return (
    <li className="px-3 py-2">
      <form
        className="flex flex-wrap items-end justify-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(announceRename)
        }}
      >
        <TextField
          label={t('sharing:request.sent.rename')}
          hideLabel
          className="min-w-40 grow"
          value={draft}
          onValue={onDraft}
          autoFocus
          onKeyDown={(event) => event.key === 'Escape' && onDraft(null)}
        />
        <Button onClick={() => onDraft(null)}>{t('web:kit.cancel')}</Button>
        <Button type="submit" variant="solid">
          {t('sharing:request.sent.save')}
        </Button>
      </form>
    </li>
  )
}
