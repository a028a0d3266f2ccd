import { useState } from 'react'
import { type CreateFolder, checkName, createFolderOnce, type Item } from '../../../storage/contract.ts'
import { Button, CallError, Dialog, TextField, useT } from '../../../web/ui.ts'

interface NameDialogProps {
  title: string
  confirm: string
  /** The item to rename; undefined: a new folder. */
  item?: Item
  /** Rejects with the error, which is shown below the field. `onConflict`: of a new folder. */
  onName: (name: string, onConflict?: CreateFolder['on_conflict']) => Promise<void>
  onClose: () => void
}

/** Names a new folder, or renames an item. */
export const NameDialog = ({ title, confirm, item, onName, onClose }: NameDialogProps) => {
  const t = useT()
  const [name, setName] = useState(item?.attributes.name ?? t('sharing:editor.newFolder'))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const checked = checkName(name)
    if (!('name' in checked)) return setError(t(`storage:dialog.name.${checked.problem}`))
    if (checked.name === item?.attributes.name) return onClose()
    setBusy(true)
    try {
      if (item) await onName(checked.name)
      else
        await createFolderOnce({ name: checked.name, parent_id: location.pathname }, ({ name, on_conflict }) =>
          onName(name, on_conflict),
        )
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
    </Dialog>
  )
}
