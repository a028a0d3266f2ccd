import { ChevronRight, Copy, CornerDownRight, FolderPlus, HardDrive, Search } from 'lucide-react'
import { useState } from 'react'
import { Button, cx, FileIcon, Icon, Popup, Skeleton, TextField, useT } from '../../../web/ui.ts'
import { mayCopy, mayMove } from '../../client/drag.ts'
import { countOf, type Target } from '../../client/which.ts'
import { checkName } from '../../contract.ts'
import { useFiles } from '../context.ts'
import { type Line, useDestinations } from './destinations.ts'

/** UI.md §13.4: the folders one may move or copy to; what makes no sense is shown but cannot be picked. */
const Move = ({ deed, target, close }: { deed: 'move' | 'copy'; target: Target; close: () => void }) => {
  const { api, actions } = useFiles()
  const t = useT()
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<Line | null>(null)
  const [naming, setNaming] = useState('')
  const { tree, lines, loading, searching } = useDestinations(query, t('storage:page.files'))
  const above = new Map(
    lines.flatMap((line) => ('more' in line || line.id === null ? [] : [[line.id, line.above] as const])),
  )
  const inside = (id: string, ids: ReadonlySet<string>) =>
    ids.has(id) || (above.get(id) ?? []).some((one) => ids.has(one))
  const may = deed === 'copy' ? mayCopy : mayMove
  const allowed = (line: Line) => may(target, line.id === null ? null : { id: line.id, name: line.name }, inside)
  const first = target.kind === 'items' && target.items.length === 1 ? target.items[0] : undefined

  const submit = () => {
    if (!picked) return
    close()
    void actions[deed](target, picked.id === null ? null : { id: picked.id, name: picked.name })
  }
  const checked = checkName(naming)
  /** A folder in the picked one, and it is picked. */
  const create = async () => {
    if (!('name' in checked)) return
    const parent = picked?.id ?? null
    try {
      const { id, attributes } = await api.createFolder({ name: checked.name, parent_id: parent })
      setNaming('')
      setQuery('')
      if (parent) tree.unfold(parent)
      await tree.reload()
      const level = (picked?.level ?? 0) + 1
      setPicked({ id, name: attributes.name, level, look: attributes, unfolded: null, above: [] })
    } catch (error) {
      actions.tell(error)
    }
  }
  return (
    <Popup
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
              pick={() => setPicked(line)}
              fold={() => line.id !== null && tree.toggle(line.id)}
            />
          ),
        )}
        {(loading || searching) && <Skeleton shape="text" className="p-2" />}
        {lines.length === 0 && !searching && (
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
    </Popup>
  )
}

interface DestinationProps {
  line: Line
  possible: boolean
  picked: boolean
  pick: () => void
  fold: () => void
}

const Destination = ({ line, possible, picked, pick, fold }: DestinationProps) => {
  const t = useT()
  const { name, level, look, unfolded } = line
  return (
    <div className="flex items-center" style={{ paddingInlineStart: Math.max(0, level - 1) * 18 }}>
      <button
        type="button"
        aria-expanded={unfolded ?? undefined}
        aria-label={t('storage:popup.move.unfold', { name })}
        onClick={fold}
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover',
          unfolded === null && 'invisible',
        )}
      >
        <Icon of={ChevronRight} size={14} className={cx('rtl:-scale-x-100', unfolded && 'rotate-90')} />
      </button>
      <label
        className={cx(
          'flex min-h-9 min-w-0 grow items-center gap-2 rounded-sm px-2 text-14 has-checked:bg-brand-tint has-checked:font-medium has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11',
          possible ? 'hover:bg-hover' : 'text-muted opacity-60',
        )}
      >
        <input
          type="radio"
          name="destination"
          disabled={!possible}
          checked={picked}
          onChange={pick}
          className="sr-only"
        />
        {look ? (
          <FileIcon kind="folder" color={look.color} emoji={look.emoji?.char} size={20} />
        ) : (
          <Icon of={HardDrive} size={18} className="shrink-0" />
        )}
        <span className="truncate">{name}</span>
      </label>
    </div>
  )
}
export default Move
