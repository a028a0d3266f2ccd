import { renameText } from '../../../operations/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import type { ItemChanges } from '../item-calls.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import { createWaitingChanges, replacedBy, withChanges } from './item-changes.ts'

/** Changes of an item in place: name, color, emoji. */
export const createEdit = ({ api, t }: ChangesDeps, runner: ActionRunner) => {
  const { shownItem } = runner
  const waiting = createWaitingChanges()

  const actions = {
    /** Changes name, color and emoji in one call and offers undo. */
    async customize(item: Item, update: ItemChanges): Promise<void> {
      const { name } = item.attributes
      const undo = async () => (await actions.update(shownItem(item.id) ?? item, replacedBy(item, update))) !== null
      const text = t('storage:toast.updated', { what: t('storage:toast.quoted', { name: update.name ?? name }) })
      const updated = await actions.update(item, update, runner.undo.offer({ text, ids: new Set([item.id]), undo }))
      if (updated && update.name !== undefined) actions.announceNumber(update.name, updated)
    },

    /** Renames with an undo offer, and tells a changed type and a number that the server gave to a taken name. */
    async rename(item: Item, name: string): Promise<void> {
      const from = item.attributes.name
      const undo = async () => (await actions.update(shownItem(item.id) ?? item, { name: from })) !== null
      const offer = (text: string) => runner.undo.offer({ text, ids: new Set([item.id]), undo })
      const withdraw = offer(renameText(item.type, from, name, t))
      const renamed = await actions.update(item, { name }, withdraw)
      if (!renamed || renamed.attributes.name === name) return
      withdraw()
      offer(t('storage:toast.numbered', { wanted: name, name: renamed.attributes.name }))
    },

    /** Tells that a name was taken and got a number. */
    announceNumber(wanted: string, { attributes: { name } }: Item): void {
      if (name !== wanted) runner.notifySuccess(t('storage:toast.numbered', { wanted, name }))
    },

    /** Changes name, color or emoji. Null after an error. `withdrawOffer` removes the undo offer if the call fails. */
    async update(item: Item, update: ItemChanges, withdrawOffer?: () => void): Promise<Item | null> {
      const now = () => shownItem(item.id) ?? item
      const end = waiting.begin(now(), update)
      runner.replaceItem(withChanges(now(), update))
      try {
        const updated = await runner.queue.run(new Set([item.id]), () => api.rename(item.id, item.type, update))
        runner.replaceItem(end(updated))
        return updated
      } catch (error) {
        withdrawOffer?.()
        runner.replaceItem(withChanges(now(), replacedBy(end(), update)))
        runner.showError(error, () => void actions.update(item, update))
        await runner.readIfUnknown(error)
        return null
      }
    },
  }
  return actions
}
