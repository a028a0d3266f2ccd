import type { Item, Operation } from '../../storage/contract.ts'
import { CallError, call, type Feedback, type Translate } from '../../web/ui.ts'
import {
  visitorCreateFolder,
  visitorMove,
  visitorOperation,
  visitorRemove,
  visitorRename,
  visitorUndoDelete,
} from '../contract.ts'
import { describeTargets, type FolderRows, type TargetItems, toRequestBodies } from './target-items.ts'

export interface ShareEditorDeps {
  /** The open folder. */
  folder: FolderRows & { id: string; refresh(): Promise<void> }
  token: string
  feedback: Feedback
  t: Translate
}

/** ms between two looks at a deed that goes on behind its answer. */
const lookAgain = 700

/** What an editor does to a link's items. Each shows at once and is taken back when it is refused. */
export const createShareEditorActions = ({ folder, token, feedback, t }: ShareEditorDeps) => {
  const { listing, selection } = folder
  const params = { token }
  const refuse = (error: unknown) => {
    const text = (error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed')
    feedback.toast({ kind: 'danger', text })
  }
  /** Out of sight; the answer puts all of it back. */
  const lift = (targets: TargetItems): (() => void) => {
    selection.clear()
    if (targets.except) {
      listing.keepOnly(targets.except)
      return () => void folder.refresh()
    }
    const placed = listing.remove(new Set(targets.items.map(({ id }) => id)))
    return () => listing.insert(placed)
  }
  /** Waits for a deed that the server goes on with; rejects when it has failed. */
  const ended = async ({ id, attributes: { state } }: Operation): Promise<void> => {
    if (state === 'failed') throw new Error('the operation has failed')
    if (state !== 'running') return
    await new Promise((resolve) => setTimeout(resolve, lookAgain))
    return ended((await call(visitorOperation, { params: { id, token } })).data)
  }
  const takeBack = async (undos: readonly string[]): Promise<void> => {
    try {
      // What went last comes back first: it may lie in what went before.
      for (const undo of undos.toReversed()) {
        const answer = await call(visitorUndoDelete, { params, body: { undo } })
        if ('data' in answer) await ended(answer.data)
      }
    } catch (error) {
      refuse(error)
    }
    await folder.refresh()
  }
  const moveTo = async (targets: TargetItems, to: string): Promise<void> => {
    for (const body of toRequestBodies(targets, folder.id)) {
      const answer = await call(visitorMove, { params, body: { to_id: to, ...body } })
      if ('data' in answer) await ended(answer.data)
    }
  }
  return {
    async create(name: string): Promise<void> {
      await call(visitorCreateFolder, { params, body: { name, parent_id: folder.id } })
      await folder.refresh()
    },
    async rename(item: Item, name: string): Promise<void> {
      listing.replace({ ...item, attributes: { ...item.attributes, name } })
      try {
        const { data } = await call(visitorRename, { params: { id: item.id, token }, body: { type: item.type, name } })
        listing.replace(data)
      } catch (error) {
        listing.replace(item)
        throw error
      }
    },
    async move(targets: TargetItems, to: string): Promise<void> {
      const told = describeTargets(targets, folder)
      const putBack = lift(targets)
      try {
        await moveTo(targets, to)
        feedback.toast({ kind: 'success', text: t('sharing:editor.moved', told) })
        if (targets.except) await folder.refresh()
      } catch (error) {
        putBack()
        refuse(error)
      }
    },
    /** To the owner's trash, at once; the toast offers to take it back. */
    async remove(targets: TargetItems): Promise<void> {
      const told = describeTargets(targets, folder)
      const putBack = lift(targets)
      const undos: string[] = []
      try {
        for (const body of toRequestBodies(targets, folder.id)) {
          const answer = await call(visitorRemove, { params, body })
          if (answer.undo) undos.push(answer.undo)
        }
      } catch (error) {
        putBack()
        refuse(error)
        if (undos.length > 0) await folder.refresh()
        return
      }
      feedback.toast({
        text: t('sharing:editor.deleted', told),
        action: { label: t('sharing:editor.undo'), onAct: () => void takeBack(undos) },
      })
    },
  }
}

export type ShareEditorActions = ReturnType<typeof createShareEditorActions>
