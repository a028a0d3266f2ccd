import { Palette } from 'lucide-react'
import { useState } from 'react'
import { Button, Popup, useT } from '../../../web/ui.ts'
import type { Item } from '../../contract.ts'
import { ItemIcon } from '../browser/Thumb.tsx'
import { useFiles } from '../context.ts'
import { ColorField, EmojiField } from './look-fields.tsx'

/** A folder's colour and emoji, previewed as they are chosen. */
const Customise = ({ item, close }: { item: Item; close: () => void }) => {
  const { actions } = useFiles()
  const t = useT()
  const { attributes } = item
  const [color, setColor] = useState(attributes.color)
  const [emoji, setEmoji] = useState(attributes.emoji?.char ?? '')
  const submit = () => {
    const redrawn = emoji !== (attributes.emoji?.char ?? '')
    if (color !== attributes.color || redrawn)
      void actions.look(item, { color, ...(redrawn ? { emoji: emoji ? { char: emoji } : null } : {}) })
    close()
  }
  return (
    <Popup
      open
      onOpenChange={close}
      icon={Palette}
      title={t('storage:popup.customise.title')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('web:kit.save')}
          </Button>
        </>
      }
    >
      <div className="mb-4 grid h-28 place-items-center rounded-md bg-n3 dark:bg-page">
        <ItemIcon
          item={{ ...item, attributes: { ...attributes, color, emoji: emoji ? { char: emoji } : null } }}
          size={72}
        />
      </div>
      <div className="flex flex-col gap-4">
        <ColorField value={color} onValue={setColor} />
        <EmojiField value={emoji} onValue={setEmoji} />
      </div>
    </Popup>
  )
}
export default Customise
