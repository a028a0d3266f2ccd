import { call } from '../../web/ui.ts'
import { clearNotifications, listNotifications, type Notification, readNotifications } from '../contract.ts'
import type { NotificationsStore } from './store.ts'

const perPage = 20
/** ms that a new one is marked as such (PRODUCT.md §9). */
const highlight = 1_000

const load = async (cursor?: string) => {
  const { data, meta } = await call(listNotifications, { query: { per_page: perPage, ...(cursor ? { cursor } : {}) } })
  return { items: data.map(({ data }) => data), next: meta.paginate.nextCursor, unread: meta.unread }
}

/** Fetches the newest ones; resolves with those that were not known before. */
export const refresh = async ({ state }: NotificationsStore): Promise<Notification[]> => {
  const known = new Set(state.items.map(({ id }) => id))
  const first = state.status === 'unknown'
  try {
    const { items, next, unread } = await load()
    Object.assign(state, { items, next, unread, status: 'ready' })
    return first ? [] : items.filter(({ id, attributes }) => !known.has(id) && attributes.read_at === null)
  } catch (error) {
    if (state.status !== 'ready') state.status = 'error'
    throw error
  }
}

/** Appends older ones. */
export const loadOlder = async ({ state }: NotificationsStore): Promise<void> => {
  if (!state.next) return
  const { items, next } = await load(state.next)
  const known = new Set(state.items.map(({ id }) => id))
  state.items.push(...items.filter(({ id }) => !known.has(id)))
  state.next = next
}

/** What is unread is shown as new for a moment, and told to the server as read. */
export const readAll = async ({ state }: NotificationsStore): Promise<void> => {
  const unread = state.items.filter(({ attributes }) => attributes.read_at === null).map(({ id }) => id)
  if (unread.length === 0 && state.unread === 0) return
  state.fresh = [...unread, ...state.fresh]
  state.marked = unread
  setTimeout(() => {
    state.marked = []
  }, highlight)
  await call(readNotifications)
  const now = new Date().toISOString()
  for (const { attributes } of state.items) attributes.read_at ??= now
  state.unread = 0
}

export const clearAll = async ({ state }: NotificationsStore): Promise<void> => {
  await call(clearNotifications)
  Object.assign(state, { items: [], next: null, unread: 0, fresh: [] })
}
