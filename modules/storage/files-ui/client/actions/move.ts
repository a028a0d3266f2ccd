import type { Operation } from '../../../operations/contract.ts'
import { isGathered } from '../../../tree/ui.ts'
import { countOf, sizeOf, type Target } from '../selection-target.ts'
import type { ActionKit, ActionsDeps } from './action-runner.ts'

/** Where things are moved to: null is the root of the files. */
export type Destination = { id: string; name: string } | null

export const createMove = ({ api, files, t, watch }: ActionsDeps, kit: ActionKit) => {
  const where = (to: Destination) => to?.name ?? t('storage:page.files')
  const watchRunning = (operation: Operation) => watch(operation.attributes.state === 'running' ? operation : null)
  const move = async (target: Target, to: Destination): Promise<void> => {
    const count = countOf(target)
    const bytes = target.kind === 'items' ? sizeOf(target.items) : null
    const id = to?.id ?? null
    const from = target.from.place.id
    const parents = target.kind === 'items' ? target.items.map(({ attributes }) => attributes.parent_id) : [from]
    const moves: string[] = []
    // The server gives names back that it had to change.
    const sendBack = async () => {
      for (const operation of moves.toReversed()) watchRunning(await api.takeBack(operation))
      for (const parent of new Set(parents)) files.forget({ view: 'files', id: parent })
    }
    await kit.run({
      target,
      call: async (which) => {
        const answer = await api.move(which, id)
        moves.push(answer.id)
        watch(answer.operation)
      },
      again: () => void move(target, to),
      tell: (underway) => {
        kit.grow(id, count, bytes)
        files.forget({ view: 'files', id })
        // What was moved in the list of recent uploads is still recent.
        if (isGathered(target.from.place.view)) underway.putBack()
        const text = t('storage:toast.moved', { what: kit.named(target), where: where(to) })
        const shrink = () => kit.grow(id, -count, bytes === null ? null : -bytes)
        const needs = new Set([id, ...parents].filter((folder) => folder !== null))
        const takeBack = async () => {
          await sendBack()
          shrink()
          files.forget({ view: 'files', id })
        }
        const withdraw = kit.offer(underway, { text, needs, work: takeBack })
        return () => {
          withdraw()
          shrink()
        }
      },
    })
  }
  return move
}
