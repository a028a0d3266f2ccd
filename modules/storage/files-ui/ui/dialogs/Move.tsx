import { Copy, CornerDownRight, FolderPlus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, Skeleton, TextField, useT } from '../../../../web/ui.ts'
import { checkName } from '../../../tree/contract.ts'
import { mayCopy, mayMove } from '../../client/drag.ts'
import { rootLevel } from '../../client/folder-tree.ts'
import { countOf, type Target } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { Destination, FailedDestinations } from './Destination.tsx'
import { type Line, useDestinations } from './destinations.ts'

/** UI.md §13.4: the folders one may move or copy to; what makes no sense is shown but cannot be picked. */
const Move = ({ deed, target, close }: { deed: 'move' | 'copy'; target: Target; close: () => void }) => {
  const { api, actions, files, sidebar } = useFiles()
  const t = useT()
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<Line | null>(null)
  const [naming, setNaming] = useState('')
  const { tree, lines, loading, refused, retry } = useDestinations(query, t('storage:page.files'), target.from)
  const may = deed === 'copy' ? mayCopy : mayMove
  const allowed = ({ id, name, path }: Line) =>
    may(
      target,
      id === null ? null : { id, name },
      (own, ids) => ids.has(own) || path.some((folder) => ids.has(folder.id)),
    )
  const first = target.kind === 'items' && target.items.length === 1 ? target.items[0] : undefined

  const submit = () => {
    if (!picked) return
    close()
    void actions[deed](target, picked.id === null ? null : { id: picked.id, name: picked.name })
  }
  const checked = checkName(naming)
  /** A folder in the picked one: it is picked, and the way to it is unfolded. */
  const create = async () => {
    if (!('name' in checked)) return
    const parent = picked?.id ?? null
    try {
      const { id, attributes } = await api.createFolder({ name: checked.name, parent_id: parent })
      const { name, color, emoji } = attributes
      const path = picked?.id
        ? [...picked.path, { id: picked.id, name: picked.name, color: null, emoji: null, ...picked.look }]
        : []
      setNaming('')
      setQuery('')
      setPicked({ id, name, level: path.length + 1, look: attributes, unfolded: null, path })
      const { place } = files.current()
      if (place.view === 'files' && place.id === parent) void files.refreshTop()
      else files.forget({ view: 'files', id: parent })
      sidebar.reload()
      tree.reveal(path, { id, name, color, emoji })
      await tree.refresh([parent ?? rootLevel])
    } catch (error) {
      actions.tell(error)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={deed === 'copy' ? Copy : CornerDownRight}
      title={
        first
          ? t(`storage:popup.${deed}.one`, { name: first.attributes.name })
          : t(`storage:popup.${deed}.many`, { count: countOf(target) })
      }
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" disabled={!picked}>
            {t(`storage:popup.${deed}.confirm`)}
          </Button>
        </>
      }
    >
      <TextField
        label={t('storage:popup.move.search')}
        hideLabel
        icon={Search}
        placeholder={t('storage:popup.move.search')}
        value={query}
        onValue={setQuery}
        className="mb-3"
      />
      <fieldset className="max-h-[50dvh] min-h-40 min-w-0 overflow-y-auto phone:max-h-none rounded-md border border-line p-1">
        <legend className="sr-only">{t(`storage:popup.${deed}.where`)}</legend>
        {lines.map((line) =>
          'more' in line ? (
            <Button key={`more-${line.more}`} variant="quiet" onClick={() => void tree.more(line.more)}>
              {t('storage:sidebar.more')}
            </Button>
          ) : (
            <Destination
              key={line.id ?? 'home'}
              line={line}
              possible={allowed(line)}
              picked={picked !== null && picked.id === line.id}
              here={picked === null && line.id !== null && line.id === target.from.place.id}
              pick={() => setPicked(line)}
              fold={() => line.id !== null && tree.toggle(line.id)}
            />
          ),
        )}
        {loading && <Skeleton shape="text" className="p-2" />}
        {refused && <FailedDestinations error={refused.error} retry={retry} />}
        {lines.length === 0 && !loading && !refused && (
          <p className="p-4 text-center text-14 text-muted">{t('web:kit.nothingFound')}</p>
        )}
      </fieldset>
      <div className="mt-3 flex items-end gap-2">
        <TextField
          label={t('storage:popup.move.newFolder', { where: picked?.name ?? t('storage:page.files') })}
          value={naming}
          onValue={setNaming}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !naming) return
            // Enter makes the folder; moving is the other button's.
            event.preventDefault()
            void create()
          }}
          autoComplete="off"
          className="grow"
        />
        <Button icon={FolderPlus} disabled={!('name' in checked)} onClick={() => void create()}>
          {t('storage:popup.create.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}

export default Move
