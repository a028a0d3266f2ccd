import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, EmojiField, TextField, useT } from '../../../../web/ui.ts'
import { ItemIcon } from '../../../previews/ui.ts'
import { checkName, extensionOf, type Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** Name, and the emoji of a folder. */
const RenameItem = ({ item, close }: { item: Item; close: () => void }) => {
  const { folders } = useFiles()
  const t = useT()
  const { attributes } = item
  const [name, setName] = useState(attributes.name)
  const [emoji, setEmoji] = useState(attributes.emoji?.char ?? '')
  const checked = checkName(name)
  const problem = 'problem' in checked ? t(`storage:dialog.name.${checked.problem}`) : undefined
  const folder = item.type === 'folder'

  const submit = () => {
    if (!('name' in checked)) return
    const renamed = checked.name !== attributes.name
    const emojiChanged = folder && emoji !== (attributes.emoji?.char ?? '')
    if (renamed || emojiChanged)
      void folders.update(item, {
        ...(renamed ? { name: checked.name } : {}),
        ...(emojiChanged ? { emoji: emoji ? { char: emoji } : null } : {}),
      })
    close()
  }
  return (
    <Dialog
      open
      small
      onOpenChange={close}
      icon={Pencil}
      title={t(folder ? 'storage:dialog.rename.folder' : 'storage:dialog.rename.file')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('storage:dialog.rename.confirm')}
          </Button>
        </>
      }
    >
      <div className="mb-4 flex items-center gap-3 rounded-md bg-n3 p-3 dark:bg-page">
        <ItemIcon item={{ ...item, attributes: { ...attributes, emoji: emoji ? { char: emoji } : null } }} size={32} />
        <p className="bidi-plaintext min-w-0 truncate text-14 font-medium">{name}</p>
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('storage:dialog.name.label')}
          value={name}
          onValue={setName}
          onFocus={(event) => {
            const { value } = event.currentTarget
            const extension = folder ? null : extensionOf(value)
            event.currentTarget.setSelectionRange(0, value.length - (extension ? extension.length + 1 : 0))
          }}
          error={problem}
          autoComplete="off"
          data-autofocus
        />
        {folder && <EmojiField label={t('storage:dialog.customize.emoji')} value={emoji} onValue={setEmoji} />}
      </div>
    </Dialog>
  )
}
export default RenameItem
