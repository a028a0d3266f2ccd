import { Copy, CornerDownRight, HardDrive, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button, cx, FileIcon, Icon, Popup, Skeleton, TextField, useT } from '../../../web/ui.ts'
import { mayCopy, mayMove } from '../../client/drag.ts'
import { countOf, type Target } from '../../client/which.ts'
import type { TreeNode } from '../../contract.ts'
import { useFiles } from '../context.ts'

interface Line {
  id: string | null
  name: string
  level: number
  node: TreeNode | null
}

/** Lines shown at once. */
const screenful = 200

const flat = (nodes: readonly TreeNode[], level: number): Line[] =>
  nodes.flatMap((node) => [{ id: node.id, name: node.name, level, node }, ...flat(node.folders, level + 1)])

/** UI.md §13.4: the folders one may move or copy to; what makes no sense is shown but cannot be picked. */
const Move = ({ deed, target, close }: { deed: 'move' | 'copy'; target: Target; close: () => void }) => {
  const { api, actions } = useFiles()
  const t = useT()
  const [query, setQuery] = useState('')
  const [picked, setPicked] = useState<Line | null>(null)
  const home: Line = { id: null, name: t('storage:page.files'), level: 0, node: null }
  // The sidebar knows unfolded levels only; here every folder is on offer.
  const [folders, setFolders] = useState<readonly TreeNode[] | null>(null)
  const [limit, setLimit] = useState(screenful)
  useEffect(() => {
    let gone = false
    api.navigation().then(
      (roots) => !gone && setFolders(roots.find(({ location }) => location === 'files')?.folders ?? []),
      (error) => {
        close()
        actions.tell(error)
      },
    )
    return () => {
      gone = true
    }
  }, [api, actions, close])
  const all = useMemo(() => flat(folders ?? [], 1), [folders])
  const parents = useMemo(() => new Map(all.map(({ id, node }) => [id, node?.parent_id ?? null])), [all])
  const wanted = query.trim().toLocaleLowerCase()
  const lines = wanted ? all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : [home, ...all]
  const inside = (id: string, ids: ReadonlySet<string>) => {
    let at: string | null = id
    while (at !== null && !ids.has(at)) at = parents.get(at) ?? null
    return at !== null
  }
  const may = deed === 'copy' ? mayCopy : mayMove
  const allowed = (line: Line) => may(target, line.id === null ? null : { id: line.id, name: line.name }, inside)
  const first = target.kind === 'items' && target.items.length === 1 ? target.items[0] : undefined

  const submit = () => {
    if (!picked) return
    close()
    void actions[deed](target, picked.id === null ? null : { id: picked.id, name: picked.name })
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
      {all.length > 8 && (
        <TextField
          label={t('storage:popup.move.search')}
          hideLabel
          icon={Search}
          placeholder={t('storage:popup.move.search')}
          value={query}
          onValue={(value) => {
            setQuery(value)
            setLimit(screenful)
          }}
          className="mb-3"
        />
      )}
      <fieldset className="max-h-[50dvh] min-h-40 min-w-0 overflow-y-auto phone:max-h-none rounded-md border border-line p-1">
        <legend className="sr-only">{t(`storage:popup.${deed}.where`)}</legend>
        {lines.slice(0, limit).map((line) => {
          const possible = allowed(line)
          return (
            <label
              key={line.id ?? 'home'}
              className={cx(
                'flex min-h-9 items-center gap-2 rounded-sm pe-2 text-14 has-checked:bg-brand-tint has-checked:font-medium has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11',
                possible ? 'hover:bg-hover' : 'text-muted opacity-60',
              )}
              style={{ paddingInlineStart: 8 + (wanted ? 0 : line.level * 18) }}
            >
              <input
                type="radio"
                name="destination"
                disabled={!possible}
                checked={picked?.id === line.id && picked !== null}
                onChange={() => setPicked(line)}
                className="sr-only"
              />
              {line.node ? (
                <FileIcon kind="folder" color={line.node.color} emoji={line.node.emoji?.char} size={20} />
              ) : (
                <Icon of={HardDrive} size={18} className="shrink-0" />
              )}
              <span className="truncate">{line.name}</span>
            </label>
          )
        })}
        {folders === null && <Skeleton shape="text" className="p-2" />}
        {lines.length > limit && (
          <Button variant="quiet" onClick={() => setLimit(limit + screenful)}>
            {t('storage:sidebar.more')}
          </Button>
        )}
        {lines.length === 0 && folders && (
          <p className="p-4 text-center text-14 text-muted">{t('web:kit.nothingFound')}</p>
        )}
      </fieldset>
    </Popup>
  )
}
export default Move
