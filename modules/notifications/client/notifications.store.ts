import { proxy, ref } from 'valtio'
import type { Notification } from '../contract.ts'
import type { NotificationsApi } from './notifications.api.ts'

/** Where the bell is: in the icon rail, or in the bottom bar (phones). */
export type BellPlacement = 'rail' | 'bar'

interface NotificationsState {
  unread: number
  open: { placement: BellPlacement; bell: HTMLElement } | null
  status: 'unknown' | 'ready' | 'error'
  /** Newest first. */
  items: Notification[]
  /** Cursor of the next page; null at the end. */
  next: string | null
  /** Ids that are listed as unread until the panel closes: marked as read by the panel itself, or as unread by its user. */
  newIds: string[]
  /** Ids that are highlighted for a moment. */
  highlighted: string[]
}

/** The state of the bell and its panel; one per app instance. */
export const createNotificationsStore = (api: NotificationsApi) => {
  const state = proxy<NotificationsState>({
    unread: 0,
    open: null,
    status: 'unknown',
    items: [],
    next: null,
    newIds: [],
    highlighted: [],
  })
  return {
    api,
    state,
    /** `version` counts changes of the list: an earlier answer may lack the change. `requests` counts the wanted reads. */
    reads: { version: 0, requests: 0, running: null as Promise<void> | null },
    toggle: (placement: BellPlacement, bell: HTMLElement): void => {
      state.open = state.open ? null : ref({ placement, bell })
      state.newIds = []
    },
    close: (): void => {
      state.open = null
      state.newIds = []
    },
  }
}

export type NotificationsStore = ReturnType<typeof createNotificationsStore>
