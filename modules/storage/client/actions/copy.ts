import type { Operation } from '../../contract.ts'
import type { Target } from '../which.ts'
import { callsOf } from '../which.ts'
import type { ActionKit, ActionsDeps } from './kit.ts'
import type { Destination } from './move.ts'

/** Copies into a folder; null is the root of the files. What comes is shown when it has come: its names are the server's. */
export const createCopy = ({ api, files, sidebar, t, feedback, watch }: ActionsDeps, kit: ActionKit) => {
  const copy = async (target: Target, to: Destination): Promise<void> => {
    const id = to?.id ?? null
    const made: { id: string; type: string }[] = []
    let operation: Operation | null = null
    try {
      await kit.order.run(null, async () => {
        for (const which of callsOf(target)) {
          const answer = await api.copy(which, id)
          made.push(...answer.items)
          operation = watch(answer.operation) ?? operation
        }
      })
    } catch (error) {
      return kit.refuse(error, () => void copy(target, to))
    }
    const shown = () => {
      files.forget({ view: 'files', id })
      files.forgetView('recent')
      sidebar.reload()
      sidebar.weigh()
      return files.refreshTop()
    }
    target.from.selection.clear()
    await shown()
    if (operation) return
    const text = t('storage:toast.copied', { what: kit.named(target), where: to?.name ?? t('storage:page.files') })
    const remove = () =>
      api.remove({ items: made.map((item) => ({ id: item.id, type: item.type })) }, false).then(shown, kit.refuse)
    feedback.toast({ text, action: { label: t('web:kit.undo'), onAct: () => void remove() } })
  }
  return copy
}
