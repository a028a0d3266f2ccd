import { maxPerPage } from '../../shared/contract.ts'
import { call } from '../../web/ui.ts'
import {
  clearNotifications,
  dismissNotification,
  listNotifications,
  markNotification,
  type Notification,
  readNotifications,
} from '../contract.ts'
import type { NotificationsStore } from './store.ts'

const perPage = 20
/** How long new notifications are highlighted. */
const highlightMs = 1_000

const load = async (query: { per_page: number; cursor?: string }) => {
  const { data, meta } = await call(listNotifications, { query })
  return { items: data.map(({ data }) => data), next: meta.paginate.nextCursor, unread: meta.unread }
}

/**
 * Fetches the newest ones, as many as are listed already; resolves with the unread ones that the store did not hold. Empty on
 * the first call.
 */
export const refresh = async ({ state }: NotificationsStore): Promise<Notification[]> => {
  const known = new Set(state.items.map(({ id }) => id))
  const first = state.status === 'unknown'
  try {
    const per_page = Math.min(maxPerPage, Math.max(perPage, state.items.length))
    const { items, next, unread } = await load({ per_page })
    Object.assign(state, { items, next, unread, status: 'ready' })
    return first ? [] : items.filter(({ id, attributes }) => !known.has(id) && attributes.read_at === null)
  } catch (error) {
    if (state.status !== 'ready') state.status = 'error'
    throw error
  }
}

/** Appends the next page of older notifications. */
export const loadOlder = async ({ state }: NotificationsStore): Promise<void> => {
  if (!state.next) return
  const { items, next } = await load({ per_page: perPage, cursor: state.next })
  const known = new Set(state.items.map(({ id }) => id))
  state.items.push(...items.filter(({ id }) => !known.has(id)))
  state.next = next
}

/** Marks all notifications as read on the server, and highlights those that were unread. */
export const readAll = async ({ state }: NotificationsStore): Promise<void> => {
  const unread = state.items.filter(({ attributes }) => attributes.read_at === null).map(({ id }) => id)
  if (unread.length === 0 && state.unread === 0) return
  state.newIds = [...unread, ...state.newIds]
  state.highlighted = unread
  setTimeout(() => {
    state.highlighted = []
  }, highlightMs)
  await call(readNotifications)
  const now = new Date().toISOString()
  for (const { attributes } of state.items) attributes.read_at ??= now
  state.unread = 0
}

/** Marks one as unread; it is listed as unread from then on. */
export const markUnread = async ({ state }: NotificationsStore, id: string): Promise<void> => {
  await call(markNotification, { params: { id }, body: { read: false } })
  const marked = state.items.find((one) => one.id === id)
  if (!marked || marked.attributes.read_at === null) return
  marked.attributes.read_at = null
  state.unread += 1
}

/** Deletes one. */
export const dismiss = async ({ state }: NotificationsStore, id: string): Promise<void> => {
  const removed = state.items.find((one) => one.id === id)
  await call(dismissNotification, { params: { id } })
  state.items = state.items.filter((one) => one.id !== id)
  if (removed?.attributes.read_at === null) state.unread = Math.max(0, state.unread - 1)
}

/** Deletes all notifications of the user. */
export const clearAll = async ({ state }: NotificationsStore): Promise<void> => {
  await call(clearNotifications)
  Object.assign(state, { items: [], next: null, unread: 0, newIds: [] })
}
