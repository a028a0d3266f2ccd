import { maxPerPage } from '../../shared/contract.ts'
import type { Notification } from '../contract.ts'
import type { NotificationsStore } from './notifications.store.ts'

const perPage = 20
/** How long new notifications are highlighted. */
const highlightMs = 1_000

/** Reads the newest notifications, again when the list was changed or another read was asked for meanwhile. */
const readNewest = async ({ api, state, reads }: NotificationsStore): Promise<void> => {
  try {
    for (;;) {
      const { version, requests } = reads
      const per_page = Math.min(maxPerPage, Math.max(perPage, state.items.length))
      const { items, next, unread } = await api.list({ per_page })
      if (reads.version !== version) continue
      Object.assign(state, { items, next, unread, status: 'ready' })
      reads.version += 1
      if (reads.requests === requests) return
    }
  } finally {
    reads.running = null
  }
}

/**
 * Fetches the newest notifications, as many as are listed already. Resolves with the unread ones that are new in the list,
 * none on the first call. Only one read runs at a time.
 */
export const refreshNotifications = async (store: NotificationsStore): Promise<Notification[]> => {
  const { state, reads } = store
  const earlierIds = new Set(state.items.map(({ id }) => id))
  const isFirstRead = state.status === 'unknown'
  reads.requests += 1
  reads.running ??= readNewest(store)
  try {
    await reads.running
    const isNew = ({ id, attributes }: Notification) => !earlierIds.has(id) && attributes.read_at === null
    return isFirstRead ? [] : state.items.filter(isNew)
  } catch (error) {
    if (state.status !== 'ready') state.status = 'error'
    throw error
  }
}

/** Appends the next page of older notifications. */
export const loadOlderNotifications = async ({ api, state, reads }: NotificationsStore): Promise<void> => {
  while (state.next) {
    const { version } = reads
    const { items, next } = await api.list({ per_page: perPage, cursor: state.next })
    // The list may end elsewhere now, or be empty.
    if (reads.version !== version) continue
    const listedIds = new Set(state.items.map(({ id }) => id))
    state.items.push(...items.filter(({ id }) => !listedIds.has(id)))
    state.next = next
    reads.version += 1
    return
  }
}

/** Makes a change on the server, then in the list. A list read meanwhile may lack the change: it is read again. */
export const changeNotifications = async (
  store: NotificationsStore,
  send: () => Promise<unknown>,
  apply: () => void,
): Promise<void> => {
  const { version } = store.reads
  await send()
  const isOutdated = store.reads.version !== version
  apply()
  store.reads.version += 1
  if (isOutdated) void refreshNotifications(store).catch(() => undefined)
}

/**
 * Marks the listed notifications as read on the server, and highlights the ones that were unread. Notifications that are
 * older, or arrive meanwhile, stay unread until the open panel lists them.
 */
export const markListedRead = async (store: NotificationsStore): Promise<void> => {
  const { state } = store
  const unread = state.items
    .filter(({ id, attributes }) => attributes.read_at === null && !state.newIds.includes(id))
    .map(({ id }) => id)
  if (!state.open || unread.length === 0) return
  state.highlighted = unread
  setTimeout(() => {
    state.highlighted = []
  }, highlightMs)
  await changeNotifications(
    store,
    () => store.api.read(unread),
    () => {
      const read_at = new Date().toISOString()
      state.newIds = [...unread, ...state.newIds]
      for (const { id, attributes } of state.items) {
        if (attributes.read_at !== null || !unread.includes(id)) continue
        attributes.read_at = read_at
        state.unread = Math.max(0, state.unread - 1)
      }
    },
  )
}

interface Listed {
  unread: number
  items: readonly { readonly id: string; readonly attributes: { readonly read_at: string | null } }[]
  newIds: readonly string[]
}

/** Number of notifications that stay unread beside an open panel: older than its list, or marked as unread by its user. */
export const countUnreadBesideList = ({ unread, items, newIds }: Listed): number =>
  unread - items.filter(({ id, attributes }) => attributes.read_at === null && !newIds.includes(id)).length

/** Marks all notifications as read, listed or not, and lists them as read at once. */
export const markAllRead = (store: NotificationsStore): Promise<void> =>
  changeNotifications(
    store,
    () => store.api.read(),
    () => {
      const read_at = new Date().toISOString()
      for (const { attributes } of store.state.items) attributes.read_at ??= read_at
      Object.assign(store.state, { unread: 0, newIds: [] })
    },
  )

/** Marks a notification as unread; it is listed as unread from then on, and stays so while the panel is open. */
export const markUnread = (store: NotificationsStore, id: string): Promise<void> =>
  changeNotifications(
    store,
    () => store.api.markUnread(id),
    () => {
      const marked = store.state.items.find((item) => item.id === id)
      if (!marked || marked.attributes.read_at === null) return
      marked.attributes.read_at = null
      store.state.newIds.push(id)
      store.state.unread += 1
    },
  )

export const dismiss = (store: NotificationsStore, id: string): Promise<void> =>
  changeNotifications(
    store,
    () => store.api.dismiss(id),
    () => {
      const { state } = store
      const removed = state.items.find((item) => item.id === id)
      state.items = state.items.filter((item) => item.id !== id)
      if (removed?.attributes.read_at === null) state.unread = Math.max(0, state.unread - 1)
    },
  )
