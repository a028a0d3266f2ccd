import { formatLocale, isOutcomeUnknown } from '../../shared/contract.ts'
import {
  type ConflictAnswer,
  type CreateFolder,
  type Item,
  type NameConflict,
  nameConflictOf,
  type OnConflict,
  resultTexts,
  sumOfResults,
} from '../../storage/contract.ts'
import { randomUuid } from '../../storage/ui.ts'
import { call, errorToast, type Feedback, type Translate } from '../../web/ui.ts'
import { visitorCreateFolder, visitorRemove, visitorRename } from '../contract.ts'
import { announceRename } from './announce-rename.ts'
import { createEditorOperations, type MoveProgress } from './editor-operations.ts'
import { createItemRenames } from './item-renames.ts'
import { linkErrorText } from './link-errors.ts'
import { type NameChanges, revertOf } from './name-changes.ts'
import { describeTargets, type FolderRows, type ShareTargetItems, toRequestBodies } from './target-items.ts'

type EditedFolder = FolderRows & {
  id: string
  refresh(): Promise<void>
  readAfter<T>(calls: Promise<T>): Promise<T>
}

interface ShareEditorDeps {
  /** The folder in which actions begin. */
  folder: EditedFolder
  /** The folder that is open now: another one, or the same one opened again, once this one was left. */
  shown: () => EditedFolder
  token: string
  feedback: Feedback
  t: Translate
  /** Asks about names that are taken. Resolves with null when cancelled; null when the page that would ask has been left. */
  askConflict: (conflict: NameConflict) => Promise<ConflictAnswer | null> | null
}

/** An editor's actions on a link's items. Each shows its result optimistically, and is rolled back when it fails. */
export const createShareEditorActions = ({ folder, shown, token, feedback, t, askConflict }: ShareEditorDeps) => {
  const { listing, selection } = folder
  const params = { token }
  const editorCalls = createEditorOperations(token, folder.id)
  const showError = (error: unknown) => feedback.toast(errorToast(error, t, linkErrorText(error, t)))
  const refresh = () => shown().refresh()
  const edit = (item: Item) => shown().listing.edit(item)
  /** Reads the rows again after an error that leaves open whether the server has made the change, as of a lost response. */
  const readIfUnknown = async (error: unknown): Promise<void> => {
    if (isOutcomeUnknown(error)) await refresh().catch(() => undefined)
  }
  /** Removes the rows optimistically; the result rolls that back. */
  const removeRows = (targets: ShareTargetItems): (() => void) => {
    selection.clear()
    if (targets.except) {
      listing.keepOnly(targets.except)
      selection.rowsRemoved([])
      return () => void refresh()
    }
    const placed = listing.remove(new Set(targets.items.map(({ id }) => id)))
    selection.rowsRemoved(placed)
    return () => listing.insert(placed)
  }
  const undoAction = (undo: () => Promise<void>) => ({
    label: t('sharing:editor.undo'),
    onAct: () => void undo().catch(showError).then(refresh),
  })
  /** Shows a toast when a name was taken and got a number. */
  const announceNumber = (wanted: string, { attributes: { name } }: Item) => {
    if (name !== wanted) feedback.toast({ text: t('storage:toast.numbered', { wanted, name }) })
  }
  const renameItem = createItemRenames({
    show: edit,
    send: async (item, changes) =>
      (await call(visitorRename, { params: { id: item.id, token }, body: { type: item.type, ...changes } })).data,
  })
  /** Resolves with the renamed item. */
  const renameTo = async (item: Item, changes: NameChanges): Promise<Item> => {
    try {
      return await renameItem(item, changes)
    } catch (error) {
      await readIfUnknown(error)
      throw error
    }
  }
  /** `before`: the calls that moved the first part of `whole`, whose rest is `targets`. */
  const move = async (
    { targets, whole, to }: { targets: ShareTargetItems; whole: string; to: string },
    onConflict: OnConflict,
    progress: MoveProgress,
  ): Promise<void> => {
    const { moved: before } = progress
    const rollBack = removeRows(targets)
    try {
      await folder.readAfter(editorCalls.move(targets, { to, onConflict, progress }))
      const outcomes = resultTexts(sumOfResults(progress.results), t)
      const result = new Intl.ListFormat(formatLocale(document.documentElement.lang)).format(outcomes)
      feedback.toast({
        kind: 'success',
        text: outcomes.length > 0 ? t('storage:conflict.result.told', { text: whole, result }) : whole,
        action: undoAction(() => editorCalls.undoMoves(progress.operations)),
      })
      if (targets.except || outcomes.length > 0 || shown() !== folder) await refresh()
    } catch (error) {
      rollBack()
      if (progress.operations.length > 0) await refresh()
      else await readIfUnknown(error)
      const conflict = nameConflictOf(error)
      const asked = conflict && askConflict(conflict)
      const answer = await asked
      const rest = targets.items ? { items: targets.items.slice(progress.moved - before) } : targets
      if (answer) await move({ targets: rest, whole, to }, answer, progress)
      else if (!asked) showError(error)
    }
  }
  const actions = {
    async create(named: CreateFolder): Promise<void> {
      const made = call(visitorCreateFolder, { params, body: { ...named, parent_id: folder.id } })
      await made.catch(readIfUnknown)
      announceNumber(named.name, (await made).data)
      await refresh()
    },
    /** The toast names a changed type or a number, and offers to undo the renaming. */
    async rename(item: Item, changes: NameChanges): Promise<void> {
      const renamed = await renameTo(item, changes)
      const undo = () => void renameTo(renamed, revertOf(item, changes)).catch(showError)
      if (changes.name !== undefined) announceRename({ feedback, t }, { item, wanted: changes.name, renamed, undo })
    },
    /** Asks when names are taken in the target folder. The toast offers to undo the whole move. */
    move(targets: ShareTargetItems, to: string): Promise<void> {
      const whole = t('sharing:editor.moved', describeTargets(targets, folder))
      return move({ targets, whole, to }, 'ask', { action: randomUuid(), operations: [], results: [], moved: 0 })
    },
    /** To the owner's trash; the toast offers to undo it. */
    async remove(targets: ShareTargetItems): Promise<void> {
      const values = describeTargets(targets, folder)
      const rollBack = removeRows(targets)
      const undos: string[] = []
      const action = undoAction(() => editorCalls.undoDeletes(undos))
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
        const isPart = undos.length > 0
        feedback.toast({ kind: 'danger', text: linkErrorText(error, t), ...(isPart && { action }) })
        if (isPart) await refresh()
        return
      }
      feedback.toast({ text: t('sharing:editor.deleted', values), action })
    },
  }
  return actions
}

export type ShareEditorActions = ReturnType<typeof createShareEditorActions>
