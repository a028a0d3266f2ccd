import { ChevronRight, HardDrive } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { cx, FileIcon, Icon, useT } from '../../../../web/ui.ts'
import { ExtensionFolderBadges } from '../extensions/ExtensionBadges.tsx'
import type { DestinationRow } from './destination-rows.ts'

interface DestinationProps {
  row: DestinationRow
  possible: boolean
  picked: boolean
  /** The open folder behind the dialog. */
  here: boolean
  pick: () => void
  fold: () => void
}

/** A target folder: a radio button with the look of a tree node. */
export const Destination = ({ row, possible, picked, here, pick, fold }: DestinationProps) => {
  const t = useT()
  const label = useRef<HTMLLabelElement>(null)
  const { name, level, appearance, unfolded, badges, path } = row
  useEffect(() => {
    if (picked || here) label.current?.scrollIntoView({ block: 'nearest' })
  }, [picked, here])
  return (
    <div className="flex items-center" style={{ paddingInlineStart: Math.max(0, level - 1) * 18 }}>
      <button
        type="button"
        aria-expanded={unfolded ?? undefined}
        aria-label={t('storage:dialog.move.expand', { name })}
        onClick={fold}
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover',
          unfolded === null && 'invisible',
        )}
      >
        <Icon of={ChevronRight} size={14} className={unfolded ? 'rotate-90' : 'rtl:rotate-180'} />
      </button>
      <label
        ref={label}
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
        {appearance ? (
          <FileIcon kind="folder" color={appearance.color} emoji={appearance.emoji?.char} size={20} />
        ) : (
          <Icon of={HardDrive} size={18} className="shrink-0" />
        )}
        <span className="grid min-w-0 py-1">
          <span className="bidi-plaintext truncate">{name}</span>
          {/* Hits of the search have no level: their path tells folders of one name from each other. */}
          {level === 0 && path.length > 0 && (
            <span className="truncate text-small font-normal text-muted">
              {path.map((folder, at) => (
                <Fragment key={folder.id}>
                  {at > 0 && ' / '}
                  <bdi>{folder.name}</bdi>
                </Fragment>
              ))}
            </span>
          )}
        </span>
        <ExtensionFolderBadges badges={badges} ancestors={path} />
      </label>
    </div>
  )
}
