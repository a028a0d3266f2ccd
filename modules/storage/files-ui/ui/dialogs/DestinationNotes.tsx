import { type ActionTarget, targetCount } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { openFolderPath } from '../extensions/ancestors.ts'
import type { DestinationRow } from './destination-rows.ts'

/** Notes of extensions about the folder that items are to be moved or copied into. */
export const DestinationNotes = ({ target, into }: { target: ActionTarget; into: DestinationRow | null }) => {
  const { added } = useFiles()
  const { id, path, name, badges } = into ?? { id: null, path: [], name: '', badges: [] }
  const folders = id === null ? [] : [...path, { id, name, badges }]
  return (
    // Announced when another folder is chosen.
    <div role="status" className="text-13 text-pretty empty:hidden not-empty:mt-3">
      {added.map(
        ({ id, DestinationNote }) =>
          DestinationNote && (
            <DestinationNote
              key={id}
              count={targetCount(target)}
              folders={folders}
              areIn={(folderId) => areAllIn(target, folderId)}
            />
          ),
      )}
    </div>
  )
}

const areAllIn = (target: ActionTarget, folderId: string): boolean => {
  const isIt = ({ id }: { id: string }) => id === folderId
  if (target.from.location.section === 'files') return openFolderPath(target.from).some(isIt)
  return (
    target.kind === 'items' &&
    target.items.every(({ relationships }) => relationships.badged_ancestors?.some(isIt) ?? false)
  )
}
