import { setImmediate as turn } from 'node:timers/promises'
import { createChanges } from '../../modules/storage/files-ui/client/actions/changes.ts'
import { createActions } from '../../modules/storage/files-ui/client/actions.ts'
import type { FilesApi } from '../../modules/storage/files-ui/client/files.api.ts'
import { createFiles } from '../../modules/storage/files-ui/client/files.store.ts'
import type { ItemCalls, TargetItemsBody } from '../../modules/storage/files-ui/client/item-calls.ts'
import type { ActionTarget } from '../../modules/storage/files-ui/client/selection-target.ts'
import { createSidebar } from '../../modules/storage/files-ui/client/sidebar.store.ts'
import { createUndo, undoToasts } from '../../modules/storage/files-ui/client/undo.ts'
import type { ConflictAnswer, NameConflict } from '../../modules/storage/operations/contract.ts'
import { testItem } from '../../modules/storage/tree/client/test-items.ts'
import type { ToastInput } from '../../modules/web/ui.ts'

/** When the last item was trashed, by the summary of the trash. */
export const lastTrashedTime = '2026-01-01T00:00:00.000Z'

/** A server with the items `ids`; `items` is its listing. The test resolves each response. */
export const setUpActions = async (usage?: { used: number; limit: number }, ids = ['a', 'b', 'c']) => {
  const items = ids.map((id) => testItem(id, { parent_id: id === 'c' ? 'box' : null }))
  const sent: string[] = []
  const answers: ReturnType<typeof Promise.withResolvers<void>>[] = []
  const idsOf = (targetItems: TargetItemsBody) =>
    'items' in targetItems ? targetItems.items.map(({ id }) => id).join() : 'all'
  const send = (call: string) => {
    const answer = Promise.withResolvers<void>()
    sent.push(call)
    answers.push(answer)
    return answer.promise
  }
  /** The action of each call that places items. */
  const actionIds: (string | undefined)[] = []
  const record = (name: string, targetItems: TargetItemsBody) => {
    if (name !== 'trash') actionIds.push(targetItems.action_id)
    return send(`${name} ${idsOf(targetItems)}`)
  }
  const result = { merged: 0, replaced: 0, skipped: 0, numbered: 0 }
  const asked: NameConflict[] = []
  const answerTo: { choice: ConflictAnswer | null; isLeft?: boolean } = { choice: null }
  let reads = 0
  let isOffline = false
  /** Errors that `onError` of the files received. */
  const listingErrors: unknown[] = []
  const calls: Partial<FilesApi & ItemCalls> = {
    page: async ({ id }) => {
      reads += 1
      if (isOffline) throw lostResponse()
      if (id !== null) return { items: [], total: 0, next: null, root: null, path: [], from: 0 }
      return { items, total: items.length, next: null, root: null, path: [], from: 0 }
    },
    trash: (targetItems) =>
      record('trash', targetItems).then(() => ({ id: `removal of ${idsOf(targetItems)}`, operation: null })),
    deletePermanently: (targetItems) => send(`delete ${idsOf(targetItems)}`).then(() => null),
    restore: (targetItems) => record('restore', targetItems).then(() => ({ id: 'restored', operation: null, result })),
    undo: async (id) => {
      if (id.startsWith('removal')) await send(`undo ${id}`)
      else sent.push(`undo ${id}`)
      return { attributes: { state: 'done' } } as never
    },
    rename: async (id, _type, changes) => {
      await send(`rename ${id} ${JSON.stringify(changes)}`)
      const at = items.findIndex((item) => item.id === id)
      const item = items[at] ?? testItem(id)
      const { emoji = item.attributes.emoji } = changes
      items[at] = { ...item, attributes: { ...item.attributes, ...changes, emoji } }
      return items[at]
    },
    addFavorites: (ids) => send(`add favorites ${ids}`),
    removeFavorite: (id) => send(`remove favorite ${id}`),
    orderFavorites: (ids) => send(`order favorites ${ids}`),
    trashSummary: async () => ({ items: 1, files: 1, size: 1, retention_days: 30, until: lastTrashedTime }),
    dump: async (until) => {
      sent.push(`dump ${until}`)
      if (isOffline) throw lostResponse()
      return null
    },
    move: (targetItems, _to, onConflict) =>
      record(`move ${onConflict}`, targetItems).then(() => ({ id: 'moved', operation: null, result })),
    copy: (targetItems, to) =>
      record(`copy to ${to}`, targetItems).then(() => ({
        items:
          'items' in targetItems ? targetItems.items.map(({ id }) => testItem(`${id} (1)`, { parent_id: to })) : [],
        id: 'copied',
        operation: null,
        result,
      })),
  }
  const api = calls as FilesApi & ItemCalls
  const paginate = { total: items.length, perPage: 50, currentPage: 1, lastPage: 1, nextCursor: null }
  const files = createFiles(
    { api, sortingOf: () => ({ field: 'name', direction: 'ASC' }), onError: (error) => listingErrors.push(error) },
    {
      location: { section: 'files', id: null },
      sorting: { field: 'name', direction: 'ASC' },
      listing: { data: items.map((data) => ({ data })), meta: { paginate, root: null, path: [] } },
    },
  )
  const toasts = new Map<number, ToastInput>()
  let last = 0
  const feedback = {
    toast: (input: ToastInput) => {
      last += 1
      toasts.set(last, input)
      return last
    },
    dismiss: (id: number) => void toasts.delete(id),
    isVisible: (id: number) => toasts.has(id),
    alert: async () => undefined,
    confirm: async () => true,
  }
  const sidebar = { ...createSidebar(api, null), reload: () => undefined, reloadUsage: () => undefined }
  if (usage) sidebar.state.usage = { ...usage, restrictions: [] }
  const undo = createUndo(
    undoToasts(feedback, () => 'undo'),
    () => undefined,
  )
  const actions = createActions({
    api,
    files,
    sidebar,
    feedback,
    bytes: String,
    t: (key) => key,
    askConflict: (conflict) => {
      if (answerTo.isLeft) return null
      asked.push(conflict)
      return Promise.resolve(answerTo.choice)
    },
    list: String,
    open: (location) => files.preview(location),
    watch: (operation) => operation,
    onChanged: files.callEnded,
    sessionEnded: async () => undefined,
    loadChanges: async (deps) => createChanges({ ...deps, api, undo }),
    tellNotLoaded: () => undefined,
  })
  await actions.load()
  const target = (...ids: string[]): ActionTarget => ({
    kind: 'items',
    items: items.filter(({ id }) => ids.includes(id)),
    from: files.current(),
  })
  const texts = () => [...toasts.values()].map(({ text }) => text)
  const answer = async () => {
    answers.shift()?.resolve()
    await turn()
  }
  const rejectNext = async (error: unknown = new Error('rejected')) => {
    answers.shift()?.reject(error)
    await turn()
  }
  return {
    undo,
    items,
    result,
    actionIds,
    asked,
    answerTo,
    actions,
    files,
    sidebar,
    sent,
    answer,
    rejectNext,
    target,
    texts,
    toasts,
    reads: () => reads,
    listingErrors,
    /** From now on, listings cannot be read and the trash cannot be emptied. */
    goOffline: () => {
      isOffline = true
    },
  }
}

/** As `call` rejects when no response arrives. */
export const lostResponse = () => Object.assign(new Error('0'), { status: 0, code: 'offline' })

export const nameConflictError = (files: number, folders: number) =>
  Object.assign(new Error('taken'), { status: 409, code: 'name-conflict', body: { files, folders, names: ['a'] } })
