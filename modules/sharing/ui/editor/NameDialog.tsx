import { useState } from 'react'
import { checkName, type Item } from '../../../storage/contract.ts'
import { Button, CallError, Dialog, TextField, useT } from '../../../web/ui.ts'

interface NameDialogProps {
  title: string
  confirm: string
  /** What gets another name; without it something new is named. */
  item?: Item
  /** Rejects with the refusal, which is shown under the field. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** A name for something new, or another one for something that is there. */
export const NameDialog = ({ title, confirm, item, onName, onClose }: NameDialogProps) => {
  const t = useT()
  const [name, setName] = useState(item?.attributes.name ?? t('sharing:editor.newFolder'))
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const checked = checkName(name)
    if (!('name' in checked)) return setRefused(t(`storage:popup.name.${checked.problem}`))
    if (checked.name === item?.attributes.name) return onClose()
    setBusy(true)
    try {
      await onName(checked.name)
      onClose()
    } catch (error) {
      setRefused((error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed'))
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
        onValue={setName}
        onFocus={(event) => event.currentTarget.select()}
        error={refused || undefined}
        autoComplete="off"
        data-autofocus
      />
    </Dialog>
  )
}
