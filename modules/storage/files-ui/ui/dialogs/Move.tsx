import { Copy, CornerDownRight, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, TextField, useT } from '../../../../web/ui.ts'
import { checkName, createFolderOnce } from '../../../tree/contract.ts'
import { isValidCopy, isValidMove } from '../../client/destination-rules.ts'
import { rootLevel } from '../../client/folder-tree.ts'
import { itemCalls } from '../../client/item-calls.ts'
import { type ActionTarget, targetCount } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { DestinationNotes } from './DestinationNotes.tsx'
import { DestinationTree } from './DestinationTree.tsx'
import type { DestinationRow } from './destination-rows.ts'
import { foreignTopOf, openFolderPathOf, useDestinations } from './destinations.ts'

/** Target folder of a move or copy. Invalid targets are disabled. */
const Move = ({ mode, target, close }: { mode: 'move' | 'copy'; target: ActionTarget; close: () => void }) => {
  const { actions, files, sidebar } = useFiles()
  const t = useT()
  const [query, setQuery] = useState('')
  const [chosen, setPicked] = useState<DestinationRow | null>(null)
  const [newName, setNewName] = useState('')
  const [creating, setCreating] = useState(false)
  const destinations = useDestinations(query, t('storage:page.files'), () => ({
    top: foreignTopOf(target.from),
    path: openFolderPathOf(target.from),
  }))
  const { tree, root, rows } = destinations
  // A folder that the search does not show is not the target.
  const picked = chosen && query.trim() && !rows.some((row) => 'id' in row && row.id === chosen.id) ? null : chosen
  const isValid = mode === 'copy' ? isValidCopy : isValidMove
  const allowed = ({ id, name, path }: DestinationRow) =>
    isValid(
      target,
      id === null ? null : { id, name },
      (own, ids) => ids.has(own) || path.some((folder) => ids.has(folder.id)),
    )
  const first = target.kind === 'items' && target.items.length === 1 ? target.items[0] : undefined

  const submit = () => {
    if (!picked) return
    close()
    void actions[mode](target, picked.id === null ? null : { id: picked.id, name: picked.name })
  }
  const checked = checkName(newName)
  /** Creates a folder in the picked one, picks it and expands its path. */
  const create = async () => {
    if (!('name' in checked) || creating) return
    setCreating(true)
    const parent = picked?.id ?? root.id
    try {
      const { id, attributes } = await createFolderOnce(
        { name: checked.name, parent_id: parent },
        itemCalls.createFolder,
      )
      const { name, color, emoji } = attributes
      const path = picked?.id
        ? [
            ...picked.path,
            {
              id: picked.id,
              name: picked.name,
              color: null,
              emoji: null,
              ...picked.appearance,
              badges: [...picked.badges],
            },
          ]
        : []
      setNewName('')
      setQuery('')
      setPicked({ id, name, level: path.length + 1, appearance: attributes, unfolded: null, badges: [], path })
      const { location } = files.current()
      if (location.section === 'files' && location.id === parent) void files.refreshTop()
      else files.evict({ section: 'files', id: parent })
      sidebar.reload()
      tree.reveal(path, { id, name, color, emoji })
      await tree.refresh([parent ?? rootLevel])
    } catch (error) {
      actions.showError(error)
    }
    setCreating(false)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={mode === 'copy' ? Copy : CornerDownRight}
      title={
        first
          ? t(`storage:dialog.${mode}.one`, { name: first.attributes.name })
          : t(`storage:dialog.${mode}.many`, { count: targetCount(target) })
      }
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" disabled={!picked}>
            {t(`storage:dialog.${mode}.confirm`)}
          </Button>
        </>
      }
    >
      <DestinationTree
        destinations={destinations}
        legend={t(`storage:dialog.${mode}.where`)}
        query={query}
        setQuery={setQuery}
        picked={picked}
        pick={setPicked}
        allowed={allowed}
        here={target.from.location.id}
        isWhole
      />
      <div className="mt-3 flex items-end gap-2">
        <TextField
          label={t('storage:dialog.move.newFolder', { where: (picked ?? root).name })}
          value={newName}
          onValue={setNewName}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !newName) return
            // Enter creates the folder instead of submitting the dialog.
            event.preventDefault()
            void create()
          }}
          autoComplete="off"
          className="grow"
        />
        <Button icon={FolderPlus} disabled={!('name' in checked)} loading={creating} onClick={() => void create()}>
          {t('storage:dialog.create.confirm')}
        </Button>
      </div>
      <DestinationNotes target={target} into={picked} />
    </Dialog>
  )
}

export default Move
