import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { cx, FileIcon, Icon, lazyComponent, useT } from '../../../../web/ui.ts'
import type { FolderNode } from '../../../tree/contract.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { type FolderTree, rootLevel, type TreeLevel } from '../../client/folder-tree.ts'
import { useFiles } from '../context.ts'
import { parentRefOf } from '../extensions/ancestors.ts'
import { ExtensionFolderBadges } from '../extensions/ExtensionBadges.tsx'
import { sectionOfOpenFolder } from '../extensions/section.ts'
import type { BadgedFolder } from '../extensions/types.ts'
import { useListing } from '../useListing.ts'
import { treeKey } from './tree-keys.ts'

/** Loaded with the first level of more than one page. */
const MoreFolders = lazyComponent(async () => (await import('./MoreFolders.tsx')).MoreFolders)

/** px per level. */
const indent = 14

type Levels = Readonly<Record<string, { readonly folders: readonly unknown[]; readonly next: TreeLevel['next'] }>>

/** The node that Tab reaches: of the way to the open folder the last one that is rendered, or else the first node. */
const tabStop = (
  { levels, open }: { levels: Levels; open: Readonly<Record<string, boolean>> },
  top: string,
  way: readonly (string | null)[],
): string | undefined => {
  let folders = levels[top]?.folders as readonly FolderNode[] | undefined
  let stop = folders?.[0]?.id
  for (const id of way) {
    const node = folders?.find((folder) => folder.id === id)
    if (!node) continue
    stop = node.id
    folders = node.has_folders && open[node.id] ? (levels[node.id]?.folders as readonly FolderNode[]) : undefined
  }
  return stop
}

/** Folder tree (ARIA tree pattern). Each node is a drop target, unless its content can only be viewed. */
export const NavigatorTree = () => {
  const { sidebar, added } = useFiles()
  const t = useT()
  const { folderView } = useListing()
  const { levels, open, root: shown } = useSnapshot(sidebar.tree.state)
  const tree = useRef<HTMLUListElement>(null)
  const here = folderView.location.section === 'files' ? folderView.location.id : null
  const { path, root } = folderView
  const ancestors = folderView.location.section === 'files' ? path : null

  const section = sectionOfOpenFolder(added, folderView)
  const hasOwnTree = added.some(({ lists }) => lists.some((list) => list.section === section && list.level))
  // The section of a folder is known once it is loaded.
  const pending = here !== null && !root
  const top = pending ? shown : hasOwnTree ? section : rootLevel
  useEffect(() => {
    sidebar.tree.showRoot(top)
  }, [sidebar, top])
  useEffect(() => {
    if (ancestors) sidebar.tree.reveal(ancestors, root ? parentRefOf(root) : null)
  }, [sidebar, ancestors, root])

  const level = levels[top]
  // Not loaded yet.
  if (!level) return null
  if (level.folders.length === 0)
    return <p className="px-2 py-1 text-13 text-muted">{t('storage:sidebar.noFolders')}</p>
  const onKeyDown = (event: KeyboardEvent) => {
    if (tree.current)
      treeKey(event, tree.current, (id, isExpanded) => Boolean(open[id]) !== isExpanded && sidebar.tree.toggle(id))
  }
  const stop = tabStop({ levels, open }, top, [...(ancestors ?? []).map(({ id }) => id), here])
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the tree pattern, on the list it is without CSS
    <ul ref={tree} role="tree" aria-label={t('storage:sidebar.folders')} onKeyDown={onKeyDown}>
      <Nodes
        parent={top}
        level={1}
        ancestors={[]}
        here={here}
        stop={stop}
        levels={levels}
        open={open}
        tree={sidebar.tree}
      />
    </ul>
  )
}

interface Shared {
  level: number
  /** The folders above, topmost first. */
  ancestors: readonly BadgedFolder[]
  here: string | null
  /** The node that Tab reaches. */
  stop: string | undefined
  levels: Levels
  open: Readonly<Record<string, boolean>>
  tree: FolderTree
}

/** The folders of a level and the button that loads more. */
const Nodes = ({ parent, ...shared }: Shared & { parent: string }) => {
  const { folders = [], next = null } = shared.levels[parent] ?? {}
  return (
    <>
      {(folders as readonly FolderNode[]).map((node) => (
        <Node key={node.id} node={node} {...shared} />
      ))}
      {next && <MoreFolders level={shared.level} indent={indent} more={() => shared.tree.loadMore(parent)} />}
    </>
  )
}

const Node = ({ node, ...shared }: Shared & { node: FolderNode }) => {
  const { level, here, open, tree, ancestors } = shared
  const group = useId()
  const children = shared.levels[node.id]
  const inner = node.has_folders && (children === undefined || children.folders.length > 0)
  const unfolded = inner && Boolean(open[node.id])
  const current = node.id === here
  return (
    // The name of a tree item is its content, which must not be the folders below.
    <li role="none">
      <div
        role="treeitem"
        aria-level={level}
        aria-expanded={inner ? unfolded : undefined}
        aria-selected={current}
        aria-owns={unfolded ? group : undefined}
        data-id={node.id}
        tabIndex={node.id === shared.stop ? 0 : -1}
        data-drop={node.access === 'visitor' ? undefined : node.id}
        data-drop-name={node.name}
        className={cx(
          'flex min-h-8 items-center rounded-sm pe-1 outline-none focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:min-h-11 hover:bg-hover',
          current && 'bg-brand-tint font-medium text-brand-text',
        )}
        style={{ paddingInlineStart: (level - 1) * indent }}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => tree.toggle(node.id)}
          className={cx(
            'grid size-6 shrink-0 place-items-center text-muted pointer-coarse:size-11',
            !inner && 'invisible',
          )}
        >
          <Icon
            of={ChevronRight}
            size={14}
            className={cx('transition-transform', unfolded ? 'rotate-90' : 'rtl:rotate-180')}
          />
        </button>
        <a
          href={hrefOf({ section: 'files', id: node.id })}
          tabIndex={-1}
          aria-current={current ? 'page' : undefined}
          draggable={false}
          className="flex min-h-8 min-w-0 grow items-center gap-2 text-14 text-inherit no-underline pointer-coarse:min-h-11"
        >
          <FileIcon kind="folder" color={node.color} emoji={node.emoji?.char} size={18} />
          <span className="bidi-plaintext truncate">{node.name}</span>
          <ExtensionFolderBadges badges={node.badges ?? []} ancestors={ancestors} />
        </a>
      </div>
      {unfolded && (
        // biome-ignore lint/a11y/useSemanticElements: the group of a tree
        <ul role="group" id={group}>
          <Nodes parent={node.id} {...shared} level={level + 1} ancestors={[...ancestors, node]} />
        </ul>
      )}
    </li>
  )
}
