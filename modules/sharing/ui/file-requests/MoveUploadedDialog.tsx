import { Folder as FolderGlyph, Inbox } from 'lucide-react'
import type { Item, TreeNode } from '../../../storage/contract.ts'
import { Button, Dialog, Icon, Spinner, useLoad, useT } from '../../../web/ui.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'

interface MoveUploadedDialogProps {
  item: Item
  /** Own folder it is in; null: the root folder. */
  from: string | null
  /** Items may be added to the folder it is in. */
  canAdd: boolean
  load: () => Promise<TreeNode[]>
  onMove: (to: string | null) => void
  onClose: () => void
}

interface Target {
  id: string | null
  name: string
  depth: number
}

/** The tree as a flat list, without `except` and its descendants. */
const flatten = (nodes: readonly TreeNode[], except: string, depth: number): Target[] =>
  nodes
    .filter(({ id }) => id !== except)
    .flatMap(({ id, name, folders }) => [{ id, name, depth }, ...flatten(folders, except, depth + 1)])

/** Selects a target among the uploader's own folders. */
export const MoveUploadedDialog = ({ item, from, canAdd, load, onMove, onClose }: MoveUploadedDialogProps) => {
  const t = useT()
  const { data: targets, error, reload } = useLoad(async () => flatten(await load(), item.id, 1), [])
  const all = targets && [{ id: null, name: t('sharing:request.sent.top'), depth: 0 }, ...targets]
  // A folder of the uploader that the tree does not contain is their root folder.
  const isRoot = canAdd && !targets?.some(({ id }) => id === from)
  const others = all?.filter(({ id }) => id !== (isRoot ? null : from))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('sharing:editor.moveTitle', { count: 1, name: item.attributes.name })}
      footer={<Button onClick={onClose}>{t('web:kit.cancel')}</Button>}
    >
      {error !== null && <ShareLoadFailed onRetry={reload} />}
      {!others && error === null && <Spinner label={t('web:kit.loading')} />}
      {others?.length === 0 && <p className="py-2 text-14 text-muted">{t('sharing:request.sent.noOtherFolder')}</p>}
      <ul>
        {others?.map(({ id, name, depth }) => (
          <li key={id ?? 'top'} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
            <button
              type="button"
              onClick={() => onMove(id)}
              className="flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-14 hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon of={id === null ? Inbox : FolderGlyph} size={18} className="shrink-0 text-muted" />
              <bdi className="truncate">{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
