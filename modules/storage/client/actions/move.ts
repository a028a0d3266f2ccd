import { countOf, type Target } from '../which.ts'
import type { ActionKit, ActionsDeps } from './kit.ts'

/** Where things are moved to: null is the root of the files. */
export type Destination = { id: string; name: string } | null

export const createMove = ({ api, files, feedback, t }: ActionsDeps, kit: ActionKit) => {
  const where = (to: Destination) => to?.name ?? t('storage:page.files')
  /** Asked before a move that a toast could not take back. */
  const sure = (target: Target, to: Destination): Promise<boolean> =>
    feedback.confirm({
      title: t('storage:popup.moveAll.title', { count: countOf(target) }),
      body: t('storage:popup.moveAll.text', { where: where(to) }),
      confirmLabel: t('storage:popup.moveAll.confirm'),
    })

  const move = async (target: Target, to: Destination): Promise<void> => {
    if (target.kind === 'allBut' && !(await sure(target, to))) return
    const count = countOf(target)
    const id = to?.id ?? null
    const parents = target.kind === 'items' ? Map.groupBy(target.items, ({ attributes }) => attributes.parent_id) : null
    await kit.run({
      target,
      call: (which) => api.move(which, id),
      again: () => void move(target, to),
      tell: (underway) => {
        kit.grow(id, count)
        files.forget({ view: 'files', id })
        // What was moved in the list of recent uploads is still recent.
        if (target.from.place.view === 'recent') underway.putBack()
        const text = t('storage:toast.moved', { what: kit.named(target), where: where(to) })
        const shrink = () => kit.grow(id, -count)
        if (!parents) {
          const withdraw = kit.told(text)
          return () => {
            withdraw()
            shrink()
          }
        }
        const takeBack = async () => {
          for (const [parent, items] of parents) {
            await kit.send({ kind: 'items', items, from: target.from }, (which) => api.move(which, parent))
            files.forget({ view: 'files', id: parent })
          }
          shrink()
          files.forget({ view: 'files', id })
        }
        const withdraw = kit.offer(underway, text, takeBack)
        return () => {
          withdraw()
          shrink()
        }
      },
    })
  }
  return move
}
