import type { FolderView } from '../folder-view.ts'
import { type ActionTarget, targetIds } from '../selection-target.ts'

/**
 * Notes from before the rows of an action are removed, which tell its outcome when the response is lost. `view`: the view
 * that lists the target, else the open one, which does not list the open folder itself. `unfinished`: the items of a part of
 * the target that may not be done: `view` lists them once it is read again, or did not list them before.
 */
export const actionOutcomeOf = (target: ActionTarget, open: FolderView, views: readonly FolderView[]) => {
  const ids = [...targetIds(target)]
  const listedIn = ({ listing }: FolderView) => ids.filter((id) => listing.find(id))
  // A moved file stays in other lists.
  const inFiles = views.filter(({ location }) => location.section === 'files')
  const view = [target.from, ...inFiles].find((one) => listedIn(one).length) ?? open
  const listed = new Set(listedIn(view))
  return {
    view,
    unfinished: (part: ActionTarget): ActionTarget =>
      part.kind === 'items'
        ? { ...part, items: part.items.filter(({ id }) => !listed.has(id) || view.listing.find(id)) }
        : part,
  }
}
