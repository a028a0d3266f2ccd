import { Download, Pencil, RotateCcw, Star } from 'lucide-react'
import { cx, Icon, type IconType, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { isFavorite, type Section } from '../../../tree/ui.ts'
import { mayEdit } from '../../client/abilities.ts'
import type { ActionTarget } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { downloadItem } from './open-item.ts'

/** Share, download, rename and favorite of the row under the pointer or with the keyboard focus; in the trash restore. */
export const RowActions = ({ item, section }: { item: Item; section: Section }) => {
  const { files, dialogs, actions, folders } = useFiles()
  const t = useT()
  const [share] = useExtensionActions().ofItem(item)
  const target = (): ActionTarget => ({ kind: 'items', items: [item], from: files.current() })
  if (folders.isPending(item.id)) return null
  if (section === 'trash')
    return (
      <span className="file-acts">
        <Action icon={RotateCcw} label={t('storage:menu.restore')} onClick={() => void actions.restore(target())} />
      </span>
    )
  const favorite = isFavorite(item)
  return (
    <span className="file-acts">
      {share && <Action icon={share.icon} label={share.label} onClick={share.onSelect} />}
      <Action
        icon={Download}
        label={t('storage:menu.download')}
        onClick={() => {
          if (!actions.permitted('download', item)) return
          if (item.type === 'file') downloadItem(item)
          else dialogs.open({ name: 'download-zip', target: target() })
        }}
      />
      {mayEdit(item, files.current()) && (
        <Action
          icon={Pencil}
          label={t('storage:menu.rename')}
          onClick={() => {
            const { listing, selection } = files.current()
            // Keys that follow mean this row.
            selection.only(listing.indexOf(item.id))
            files.state.renaming = item.id
          }}
        />
      )}
      {item.type === 'folder' && item.attributes.access === undefined && (
        <Action
          icon={Star}
          label={t(favorite ? 'storage:menu.unfavorite' : 'storage:menu.favorite')}
          filled={favorite}
          onClick={() => void actions.setFavorite([item], !favorite)}
        />
      )}
    </span>
  )
}

type ActionProps = { icon: IconType; label: string; filled?: boolean; onClick: () => void }

/** Reached by the arrow keys from the name; Tab leaves the list. */
const Action = ({ icon, label, filled, onClick }: ActionProps) => (
  <button type="button" tabIndex={-1} data-act="action" aria-label={label} data-tip={label} onClick={onClick}>
    <Icon of={icon} size={16} className={cx(filled && 'fill-warning text-warning-mark')} />
  </button>
)
