import { Palette } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, EmojiField, TextField, useT } from '../../../../web/ui.ts'
import { ItemIcon } from '../../../previews/ui.ts'
import { checkName, type Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'
import { ColorField } from './ColorField.tsx'

/** Name, color and emoji of a folder with a preview. */
const Customize = ({ item, close }: { item: Item; close: () => void }) => {
  const { actions } = useFiles()
  const t = useT()
  const { attributes } = item
  const [name, setName] = useState(attributes.name)
  const [color, setColor] = useState(attributes.color)
  const [emoji, setEmoji] = useState(attributes.emoji?.char ?? '')
  // A name of before stays, though a new one may no longer be like it.
  const checked = name === attributes.name ? { name } : checkName(name)
  const renamed = 'name' in checked && checked.name !== attributes.name
  const emojiChanged = emoji !== (attributes.emoji?.char ?? '')
  const colorChanged = color !== attributes.color
  const changed = renamed || emojiChanged || colorChanged

  const submit = () => {
    if (!('name' in checked)) return
    if (changed)
      void actions.customize(item, {
        ...(colorChanged ? { color } : {}),
        ...(renamed ? { name: checked.name } : {}),
        ...(emojiChanged ? { emoji: emoji ? { char: emoji } : null } : {}),
      })
    close()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Palette}
      title={t('storage:dialog.customize.title')}
      onSubmit={submit}
      dirty={changed}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('web:kit.save')}
          </Button>
        </>
      }
    >
      <div className="mb-4 flex flex-col items-center gap-1 rounded-md bg-n3 px-4 pt-3 pb-2 dark:bg-page">
        <ItemIcon
          item={{ ...item, attributes: { ...attributes, color, emoji: emoji ? { char: emoji } : null } }}
          size={72}
        />
        <p className="bidi-plaintext max-w-full truncate text-14 font-medium">{name.trim() || attributes.name}</p>
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('storage:dialog.name.label')}
          value={name}
          onValue={setName}
          error={'problem' in checked ? t(`storage:dialog.name.${checked.problem}`) : undefined}
          autoComplete="off"
        />
        <ColorField value={color} onValue={setColor} />
        <EmojiField label={t('storage:dialog.customize.emoji')} value={emoji} onValue={setEmoji} />
      </div>
    </Dialog>
  )
}
export default Customize
