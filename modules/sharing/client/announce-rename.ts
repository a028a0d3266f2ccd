import { type Item, renameText } from '../../storage/contract.ts'
import type { Feedback, Translate } from '../../web/ui.ts'

interface Renaming {
  /** Before the renaming. */
  item: Item
  wanted: string
  /** After it; a taken name got a number. */
  renamed: Item
  undo: () => void
}

/** Shows a toast about a renamed item, with a changed type or a number in its name, which offers to undo it. */
export const announceRename = (
  { feedback, t }: { feedback: Feedback; t: Translate },
  { item, wanted, renamed, undo }: Renaming,
): void => {
  const { name } = renamed.attributes
  const text =
    name === wanted
      ? renameText(item.type, item.attributes.name, name, t)
      : t('storage:toast.numbered', { wanted, name })
  feedback.toast({ kind: 'success', text, action: { label: t('sharing:editor.undo'), onAct: undo } })
}
