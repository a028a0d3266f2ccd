import type { Item, Operation } from '../../storage/contract.ts'
import { CallError, call, type Feedback, type Translate } from '../../web/ui.ts'
import {
  visitorCreateFolder,
  visitorMove,
  visitorOperation,
  visitorRemove,
  visitorRename,
  visitorTakeBack,
} from '../contract.ts'
import { callsOf, type Picked, type Rows, toldOf } from './picked.ts'

export interface DeedsDeps {
  /** The open folder. */
  folder: Rows & { id: string; refresh(): Promise<void> }
  token: string
  feedback: Feedback
  t: Translate
}

/** ms between two looks at a deed that goes on behind its answer. */
const lookAgain = 700

/** What an editor does to a link's items. Each shows at once and is taken back when it is refused. */
export const createDeeds = ({ folder, token, feedback, t }: DeedsDeps) => {
  const { listing, selection } = folder
  const params = { token }
  const refuse = (error: unknown) => {
    const text = (error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed')
    feedback.toast({ kind: 'danger', text })
  }
  /** Out of sight; the answer puts all of it back. */
  const lift = (picked: Picked): (() => void) => {
    selection.clear()
    if (picked.except) {
      listing.keepOnly(picked.except)
      return () => void folder.refresh()
    }
    const placed = listing.remove(new Set(picked.items.map(({ id }) => id)))
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
        const answer = await call(visitorTakeBack, { params, body: { undo } })
        if ('data' in answer) await ended(answer.data)
      }
    } catch (error) {
      refuse(error)
    }
    await folder.refresh()
  }
  const moveTo = async (picked: Picked, to: string): Promise<void> => {
    for (const body of callsOf(picked, folder.id)) {
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
    async move(picked: Picked, to: string): Promise<void> {
      const told = toldOf(picked, folder)
      const putBack = lift(picked)
      try {
        await moveTo(picked, to)
        feedback.toast({ kind: 'success', text: t('sharing:editor.moved', told) })
        if (picked.except) await folder.refresh()
      } catch (error) {
        putBack()
        refuse(error)
      }
    },
    /** To the owner's trash, at once; the toast offers to take it back. */
    async remove(picked: Picked): Promise<void> {
      const told = toldOf(picked, folder)
      const putBack = lift(picked)
      const undos: string[] = []
      try {
        for (const body of callsOf(picked, folder.id)) {
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

export type Deeds = ReturnType<typeof createDeeds>
