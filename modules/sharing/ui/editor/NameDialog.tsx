import { useState } from 'react'
import { type CreateFolder, checkName, createFolderOnce, type Item } from '../../../storage/contract.ts'
import { Button, CallError, Dialog, lazyComponent, TextField, useT } from '../../../web/ui.ts'
import { changesOf, type NameChanges } from '../../client/name-changes.ts'

type NewFolder = Pick<CreateFolder, 'name' | 'emoji' | 'on_conflict'>

/** `onName` rejects with the error, which is shown below the field. */
type NameDialogProps = {
  title: string
  confirm: string
  onClose: () => void
} & (
  | { item?: undefined; onName: (folder: NewFolder) => Promise<void> }
  // To rename it: only what has changed.
  | { item: Item; onName: (changes: NameChanges) => Promise<void> }
)

const FolderEmoji = lazyComponent(async () => (await import('./FolderEmoji.tsx')).FolderEmoji)

/** Names a new folder, or renames an item; folders may have an emoji. */
export const NameDialog = (props: NameDialogProps) => {
  const { title, confirm, item, onClose } = props
  const t = useT()
  const [name, setName] = useState(item?.attributes.name ?? t('sharing:editor.newFolder'))
  const [emoji, setEmoji] = useState(item?.attributes.emoji?.char ?? '')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const checked = checkName(name)
    if (!('name' in checked)) return setError(t(`storage:dialog.name.${checked.problem}`))
    const send = async () => {
      if (props.item) {
        const changes = changesOf(props.item, { name: checked.name, emoji })
        return changes && props.onName(changes)
      }
      const folder = { name: checked.name, parent_id: location.pathname, ...(emoji && { emoji: { char: emoji } }) }
      return createFolderOnce(folder, ({ parent_id: _, ...named }) => props.onName(named))
    }
    setBusy(true)
    try {
      await send()
      onClose()
    } catch (cause) {
      setError((cause instanceof CallError && cause.message) || t('sharing:editor.failed'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('sharing:editor.name')}
          value={name}
          onValue={(value) => {
            setName(value)
            setError('')
          }}
          onFocus={(event) => event.currentTarget.select()}
          error={error || undefined}
          autoComplete="off"
          data-autofocus
        />
        {item?.type !== 'file' && <FolderEmoji value={emoji} onValue={setEmoji} />}
      </div>
    </Dialog>
  )
}
