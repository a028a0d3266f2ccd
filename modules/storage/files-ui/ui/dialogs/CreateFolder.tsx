import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, EmojiField, TextField, useT } from '../../../../web/ui.ts'
import { checkName, createFolderOnce, type Item } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { type ItemChanges, itemCalls } from '../../client/item-calls.ts'
import { useFiles } from '../context.ts'

/** Creates folders in `parent`, which is not open, and shows them in the tree. Null: in the open folder. */
const useCreateIn = (parent: Item | null) => {
  const { files, folders, sidebar } = useFiles()
  return async (name: string, changes: Pick<ItemChanges, 'emoji'>): Promise<Item> => {
    if (!parent) return folders.create(name, changes)
    const created = await createFolderOnce({ name, parent_id: parent.id, ...changes }, itemCalls.createFolder)
    files.evict({ section: 'files', id: parent.id })
    void files.refreshTop()
    sidebar.tree.expand(parent.id)
    sidebar.reload()
    return created
  }
}

/** Name and optional emoji of a new folder, in the open folder unless another is given. */
const CreateFolder = ({ parent, close }: { parent?: Item | undefined; close: () => void }) => {
  const { files, actions } = useFiles()
  const other = parent && parent.id !== files.current().location.id ? parent : null
  const create = useCreateIn(other)
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
      const creation = create(checked.name, emoji ? { emoji: { char: emoji } } : {})
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
      title={
        other ? t('storage:dialog.move.newFolder', { where: other.attributes.name }) : t('storage:dialog.create.title')
      }
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
          onValue={(value) => {
            setName(value)
            setServerError('')
          }}
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
