import { CornerDownRight, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { Item } from '../../../storage/contract.ts'
import { IconButton, Menu, useT } from '../../../web/ui.ts'
import type { Editing } from '../../client/editing.store.ts'
import type { Deeds } from '../../client/editor-deeds.ts'

/** What an editor may do to one item. */
export const EntryMenu = ({ item, deeds, editing }: { item: Item; deeds: Deeds; editing: Editing }) => {
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
          onSelect: () => editing.ask({ name: 'rename', item }),
        },
        {
          id: 'move',
          label: t('sharing:editor.move'),
          icon: CornerDownRight,
          onSelect: () => editing.ask({ name: 'move', picked: { items: [item] } }),
        },
        { separator: true },
        {
          id: 'delete',
          label: t('sharing:editor.delete'),
          icon: Trash2,
          danger: true,
          onSelect: () => void deeds.remove({ items: [item] }),
        },
      ]}
    >
      <IconButton icon={EllipsisVertical} label={label} />
    </Menu>
  )
}
