import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { cx, FileIcon, Icon, useT } from '../../../web/ui.ts'
import { hrefOf } from '../../client/place.ts'
import type { TreeNode } from '../../contract.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useOpened.ts'
import { treeKey } from './tree-keys.ts'

/** px per level. */
const indent = 14

/** The folders as a tree: arrow keys walk and fold, Enter opens; each takes drops. */
export const NavigatorTree = () => {
  const { sidebar } = useFiles()
  const t = useT()
  const { opened } = useListing()
  const { roots, open } = useSnapshot(sidebar.state)
  const tree = useRef<HTMLUListElement>(null)
  const folders = (roots.find(({ location }) => location === 'files')?.folders ?? []) as readonly TreeNode[]
  const here = opened.place.view === 'files' ? opened.place.id : null
  const { path } = opened

  useEffect(() => {
    sidebar.reveal(path)
  }, [sidebar, path])

  if (folders.length === 0) return <p className="px-2 py-1 text-13 text-muted">{t('storage:sidebar.noFolders')}</p>
  const onKeyDown = (event: KeyboardEvent) => {
    if (tree.current)
      treeKey(event, tree.current, (id, unfold) => Boolean(sidebar.state.open[id]) !== unfold && sidebar.toggle(id))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the tree pattern, on the list it is without CSS
    <ul ref={tree} role="tree" aria-label={t('storage:sidebar.navigator')} onKeyDown={onKeyDown}>
      {folders.map((node, index) => (
        <Node
          key={node.id}
          node={node}
          level={1}
          here={here}
          open={open}
          first={index === 0 && here === null}
          toggle={sidebar.toggle}
        />
      ))}
    </ul>
  )
}

interface NodeProps {
  node: TreeNode
  level: number
  here: string | null
  open: Readonly<Record<string, boolean>>
  first: boolean
  toggle: (id: string) => void
}

const Node = ({ node, level, here, open, first, toggle }: NodeProps) => {
  const inner = node.folders.length > 0
  const unfolded = inner && Boolean(open[node.id])
  const current = node.id === here
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={inner ? unfolded : undefined}
      aria-selected={current}
      aria-label={node.name}
      data-id={node.id}
      tabIndex={current || first ? 0 : -1}
      className="group/node outline-none"
    >
      <div
        data-drop={node.id}
        data-drop-name={node.name}
        className={cx(
          'flex min-h-8 items-center rounded-sm pe-1 group-focus-visible/node:outline-2 group-focus-visible/node:outline-focus pointer-coarse:min-h-11 hover:bg-hover',
          current && 'bg-brand-tint font-medium text-brand-text',
        )}
        style={{ paddingInlineStart: (level - 1) * indent }}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => toggle(node.id)}
          className={cx('grid size-6 shrink-0 place-items-center text-muted', !inner && 'invisible')}
        >
          <Icon
            of={ChevronRight}
            size={14}
            className={cx('transition-transform rtl:-scale-x-100', unfolded && 'rotate-90')}
          />
        </button>
        <a
          href={hrefOf({ view: 'files', id: node.id })}
          tabIndex={-1}
          aria-current={current ? 'page' : undefined}
          draggable={false}
          className="flex min-h-8 min-w-0 grow items-center gap-2 text-14 text-inherit no-underline pointer-coarse:min-h-11"
        >
          <FileIcon kind="folder" color={node.color} emoji={node.emoji?.char} size={18} />
          <span className="truncate">{node.name}</span>
        </a>
      </div>
      {unfolded && (
        // biome-ignore lint/a11y/useSemanticElements: the group of a tree
        <ul role="group">
          {node.folders.map((child) => (
            <Node key={child.id} node={child} level={level + 1} here={here} open={open} first={false} toggle={toggle} />
          ))}
        </ul>
      )}
    </li>
  )
}
