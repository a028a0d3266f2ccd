import type { FolderView } from '../folder-view.ts'
import { idsOf, type Target } from '../selection-target.ts'

/**
 * What tells the outcome of an action whose response was lost, noted before its rows are removed. `view`: whose listing shows
 * the target, which that of the open folder itself does not; else the open one. `unfinished`: what may not be done of a part of
 * the target, which is what `view` lists once it is read again, and what it did not list before.
 */
export const outcomeOf = (target: Target, open: FolderView, views: readonly FolderView[]) => {
  const ids = [...idsOf(target)]
  const listedIn = ({ listing }: FolderView) => ids.filter((id) => listing.find(id))
  // A moved file stays in other lists.
  const inFiles = views.filter(({ location }) => location.section === 'files')
  const view = [target.from, ...inFiles].find((one) => listedIn(one).length) ?? open
  const listed = new Set(listedIn(view))
  return {
    view,
    unfinished: (part: Target): Target =>
      part.kind === 'items'
        ? { ...part, items: part.items.filter(({ id }) => !listed.has(id) || view.listing.find(id)) }
        : part,
  }
}
