import { formatLocale, isOutcomeUnknown } from '../../shared/contract.ts'
import {
  type ConflictAnswer,
  type Item,
  type NameConflict,
  nameConflictOf,
  type OnConflict,
  resultTexts,
} from '../../storage/contract.ts'
import { call, type Feedback, type Translate } from '../../web/ui.ts'
import { visitorCreateFolder, visitorRemove, visitorRename } from '../contract.ts'
import { announceRename } from './announce-rename.ts'
import { createEditorOperations } from './editor-operations.ts'
import { linkErrorText } from './link-errors.ts'
import { describeTargets, type FolderRows, type ShareTargetItems, toRequestBodies } from './target-items.ts'

interface ShareEditorDeps {
  /** The open folder. */
  folder: FolderRows & { id: string; refresh(): Promise<void>; readAfter<T>(calls: Promise<T>): Promise<T> }
  token: string
  feedback: Feedback
  t: Translate
  /** Asks about names that are taken. Resolves with null when cancelled; null when the page that would ask has been left. */
  askConflict: (conflict: NameConflict) => Promise<ConflictAnswer | null> | null
}

/** An editor's actions on a link's items. Each shows its result optimistically, and is rolled back when it fails. */
export const createShareEditorActions = ({ folder, token, feedback, t, askConflict }: ShareEditorDeps) => {
  const { listing, selection } = folder
  const params = { token }
  const editorCalls = createEditorOperations(token, folder.id)
  const showError = (error: unknown) => feedback.toast({ kind: 'danger', text: linkErrorText(error, t) })
  /** Reads the rows again after an error that leaves open whether the server has made the change, as of a lost response. */
  const readIfUnknown = async (error: unknown): Promise<void> => {
    if (isOutcomeUnknown(error)) await folder.refresh().catch(() => undefined)
  }
  const listOf = (texts: readonly string[]) =>
    new Intl.ListFormat(formatLocale(document.documentElement.lang)).format(texts)
  /** Removes the rows optimistically; the result rolls that back. */
  const removeRows = (targets: ShareTargetItems): (() => void) => {
    selection.clear()
    if (targets.except) {
      listing.keepOnly(targets.except)
      selection.rowsRemoved([])
      return () => void folder.refresh()
    }
    const placed = listing.remove(new Set(targets.items.map(({ id }) => id)))
    selection.rowsRemoved(placed)
    return () => listing.insert(placed)
  }
  const undo = async (calls: Promise<void>): Promise<void> => {
    await calls.catch(showError)
    await folder.refresh()
  }
  /** Shows a toast when a name was taken and got a number. */
  const announceNumber = (wanted: string, { attributes: { name } }: Item) => {
    if (name !== wanted) feedback.toast({ text: t('storage:toast.numbered', { wanted, name }) })
  }
  /** Resolves with the renamed item. */
  const renameTo = async (item: Item, name: string): Promise<Item> => {
    listing.edit({ ...item, attributes: { ...item.attributes, name } })
    try {
      const { data } = await call(visitorRename, { params: { id: item.id, token }, body: { type: item.type, name } })
      listing.edit(data)
      return data
    } catch (error) {
      listing.edit(item)
      await readIfUnknown(error)
      throw error
    }
  }
  const actions = {
    async create(name: string): Promise<void> {
      const input = { params, body: { name, parent_id: folder.id } }
      const { data } = await call(visitorCreateFolder, input).catch(async (error: unknown) => {
        await readIfUnknown(error)
        throw error
      })
      announceNumber(name, data)
      await folder.refresh()
    },
    /** The toast names a changed type or a number, and offers to undo the renaming. */
    async rename(item: Item, name: string): Promise<void> {
      const renamed = await renameTo(item, name)
      const undo = () => void renameTo(renamed, item.attributes.name).catch(showError)
      announceRename({ feedback, t }, { item, wanted: name, renamed, undo })
    },
    /** Asks when names are taken in the target folder. The toast offers to undo the whole move. */
    async move(targets: ShareTargetItems, to: string, onConflict: OnConflict = 'ask'): Promise<void> {
      const values = describeTargets(targets, folder)
      const operations: string[] = []
      const rollBack = removeRows(targets)
      try {
        const outcomes = resultTexts(
          await folder.readAfter(editorCalls.move(targets, { to, onConflict, operations })),
          t,
        )
        const text = t('sharing:editor.moved', values)
        const shown = outcomes.length > 0 ? t('storage:conflict.result.told', { text, result: listOf(outcomes) }) : text
        feedback.toast({
          kind: 'success',
          text: shown,
          action: { label: t('sharing:editor.undo'), onAct: () => void undo(editorCalls.undoMoves(operations)) },
        })
        if (targets.except || outcomes.length > 0) await folder.refresh()
      } catch (error) {
        rollBack()
        if (operations.length > 0) await folder.refresh()
        else await readIfUnknown(error)
        const conflict = nameConflictOf(error)
        const asked = conflict && askConflict(conflict)
        const answer = await asked
        if (answer) await actions.move(targets, to, answer)
        else if (!asked) showError(error)
      }
    },
    /** To the owner's trash; the toast offers to undo it. */
    async remove(targets: ShareTargetItems): Promise<void> {
      const values = describeTargets(targets, folder)
      const rollBack = removeRows(targets)
      const undos: string[] = []
      const send = async () => {
        for (const body of toRequestBodies(targets, folder.id)) {
          const response = await call(visitorRemove, { params, body })
          if (response.undo) undos.push(response.undo)
        }
      }
      try {
        await folder.readAfter(send())
      } catch (error) {
        rollBack()
        await readIfUnknown(error)
        showError(error)
        if (undos.length > 0) await folder.refresh()
        return
      }
      feedback.toast({
        text: t('sharing:editor.deleted', values),
        action: { label: t('sharing:editor.undo'), onAct: () => void undo(editorCalls.undoDeletes(undos)) },
      })
    },
  }
  return actions
}

export type ShareEditorActions = ReturnType<typeof createShareEditorActions>
