import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, EmojiField, TextField, useT } from '../../../../web/ui.ts'
import { checkName } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { useFiles } from '../context.ts'

/** Name and optional emoji of a new folder. */
const CreateFolder = ({ close }: { close: () => void }) => {
  const { files, folders, actions } = useFiles()
  const t = useT()
  const [name, setName] = useState(t('storage:dialog.create.default'))
  const [emoji, setEmoji] = useState('')
  const [tried, setTried] = useState(false)
  const [serverError, setServerError] = useState('')
  const [busy, setBusy] = useState(false)
  const checked = checkName(name)
  const problem = 'problem' in checked ? t(`storage:dialog.name.${checked.problem}`) : ''

  const submit = async () => {
    setTried(true)
    if (!('name' in checked)) return
    setBusy(true)
    try {
      const creation = folders.create(checked.name, emoji ? { emoji: { char: emoji } } : {})
      files.state.renaming = null
      const created = await creation
      if (checked.name !== t('storage:dialog.create.default')) actions.announceNumber(checked.name, created)
      close()
    } catch (error) {
      const { status, message } = apiErrorOf(error)
      if (status === 422 && message) setServerError(message)
      else actions.showError(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      small
      onOpenChange={close}
      icon={FolderPlus}
      title={t('storage:dialog.create.title')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy}>
            {t('storage:dialog.create.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('storage:dialog.name.label')}
          value={name}
          onValue={setName}
          onFocus={(event) => event.currentTarget.select()}
          error={serverError || (tried && problem) || undefined}
          autoComplete="off"
          data-autofocus
        />
        <EmojiField label={t('storage:dialog.customize.emoji')} value={emoji} onValue={setEmoji} />
      </div>
    </Dialog>
  )
}
export default CreateFolder
