import { ChevronDown, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { boxClass, cx, Field, FileIcon, Icon, useT } from '../../../../web/ui.ts'
import type { ParentRef } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'
import { DestinationTree, preventSubmitOnEnter } from './DestinationTree.tsx'
import { foreignTopOf, openFolderPathOf, useDestinations } from './destinations.ts'

/** An own folder; null: the root. */
export type ChosenFolder = { id: string; name: string } | null

interface FolderFieldProps {
  label: string
  help?: string
  value: ChosenFolder
  onValue: (folder: ChosenFolder) => void
}

/** A field of a form for one of the own folders: its name, and the tree to choose another from. */
export const FolderField = ({ label, help, value, onValue }: FolderFieldProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  /** Ancestors of the chosen folder, topmost first. */
  const [path, setPath] = useState<readonly ParentRef[]>([])
  const { id = null, name = t('storage:page.files') } = value ?? {}
  return (
    <div>
      <Field label={label} help={open ? undefined : help}>
        {(aria) => (
          <button
            {...aria}
            type="button"
            aria-label={t('web:kit.labelled', { label, value: name })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className={cx(boxClass, 'flex h-9 items-center gap-2 text-start pointer-coarse:h-11')}
          >
            {id ? <FileIcon kind="folder" size={18} /> : <Icon of={HardDrive} size={18} className="shrink-0" />}
            <span className="bidi-plaintext min-w-0 grow truncate">{name}</span>
            <Icon of={ChevronDown} size={16} className={cx('shrink-0 text-muted', open && 'rotate-180')} />
          </button>
        )}
      </Field>
      {open && (
        // Enter on a folder does not submit the form either.
        // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside are pressed, not this element
        <div className="mt-2" onKeyDown={preventSubmitOnEnter}>
          <FolderChoice
            label={label}
            value={value}
            path={path}
            onValue={(folder, above) => {
              setPath(above)
              onValue(folder)
            }}
          />
        </div>
      )}
    </div>
  )
}

interface FolderChoiceProps {
  label: string
  value: ChosenFolder
  path: readonly ParentRef[]
  onValue: (folder: ChosenFolder, path: readonly ParentRef[]) => void
}

const FolderChoice = ({ label, value, path, onValue }: FolderChoiceProps) => {
  const { files } = useFiles()
  const t = useT()
  const [query, setQuery] = useState('')
  const destinations = useDestinations(query, t('storage:page.files'), () => {
    const open = files.current()
    return { top: null, path: path.length > 0 || foreignTopOf(open) ? path : openFolderPathOf(open) }
  })
  return (
    <DestinationTree
      destinations={destinations}
      legend={label}
      query={query}
      setQuery={setQuery}
      picked={value ?? { id: null }}
      pick={(row) => onValue(row.id === null ? null : { id: row.id, name: row.name }, row.path)}
    />
  )
}
