import { CornerDownRight, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { Item } from '../../../storage/contract.ts'
import { IconButton, Menu, useT } from '../../../web/ui.ts'
import type { EditorDialogs } from '../../client/editor-dialogs.store.ts'
import type { ShareEditorActions } from '../../client/share-editor.actions.ts'

/** Actions of an editor for one item. */
export const ShareEntryMenu = ({
  item,
  actions,
  dialogs,
}: {
  item: Item
  actions: ShareEditorActions
  dialogs: EditorDialogs
}) => {
  const t = useT()
  const label = t('sharing:list.actions', { name: item.attributes.name })
  return (
    <Menu
      label={label}
      align="end"
      items={[
        {
          id: 'rename',
          label: t('sharing:editor.rename'),
          icon: Pencil,
          onSelect: () => dialogs.open({ name: 'rename', item }),
        },
        {
          id: 'move',
          label: t('sharing:editor.move'),
          icon: CornerDownRight,
          onSelect: () => dialogs.open({ name: 'move', targets: { items: [item] } }),
        },
        { separator: true },
        {
          id: 'delete',
          label: t('sharing:editor.delete'),
          icon: Trash2,
          danger: true,
          onSelect: () => void actions.remove({ items: [item] }),
        },
      ]}
    >
      <IconButton icon={EllipsisVertical} label={label} />
    </Menu>
  )
}
