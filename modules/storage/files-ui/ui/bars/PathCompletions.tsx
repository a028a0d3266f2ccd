import { useEffect, useRef } from 'react'
import { cx, FileIcon, useT } from '../../../../web/ui.ts'
import type { Completion } from '../../../search/contract.ts'

type Props = {
  /** Prefix of the ids of the list and its options. */
  id: string
  folders: readonly Completion[]
  /** Index of the active folder; -1 for none. */
  active: number
  onActive: (index: number) => void
  onPick: (folder: Completion) => void
}

/** The folders that complete a typed path, below its field, which keeps the focus. */
export const PathCompletions = ({ id, folders, active, onActive, onPick }: Props) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('storage:sidebar.folders')}
      className={cx(
        'absolute start-0 top-full mt-1 max-h-[min(20rem,50dvh)] w-full min-w-56 overflow-y-auto overscroll-contain rounded-md bg-raised p-1 shadow-float',
        folders.length === 0 && 'hidden',
      )}
    >
      {folders.map((folder, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, see aria-activedescendant
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is
        <div
          key={folder.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerMove={() => onActive(index)}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(folder)}
          className={cx(
            'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-14 pointer-coarse:min-h-11',
            index === active && 'bg-hover',
          )}
        >
          <FileIcon kind="folder" color={folder.color} emoji={folder.emoji?.char} size={18} />
          <span className="bidi-plaintext min-w-0 truncate">{folder.name}</span>
        </div>
      ))}
    </div>
  )
}
