import { proxy, ref } from 'valtio'
import type { Notification } from '../contract.ts'

/** Where the bell stands: the icon rail, the header of tablets, the bar of phones. */
export type BellPlace = 'rail' | 'header' | 'bar'

export interface NotificationsState {
  unread: number
  open: { place: BellPlace; bell: HTMLElement } | null
  status: 'unknown' | 'ready' | 'error'
  /** Newest first. */
  items: Notification[]
  /** Leads to older ones; null at the end. */
  next: string | null
  /** Those that were unread when the panel was opened, or came since. */
  fresh: string[]
  /** Of those, the ones shown as just come. */
  marked: string[]
}

/** What the bell and its panel show; one per app instance. */
export const createNotificationsStore = () => {
  const state = proxy<NotificationsState>({
    ...{ unread: 0, open: null, status: 'unknown', items: [], next: null, fresh: [], marked: [] },
  })
  return {
    state,
    toggle: (place: BellPlace, bell: HTMLElement): void => {
      state.open = state.open ? null : ref({ place, bell })
    },
    close: (): void => {
      state.open = null
      state.fresh = []
    },
  }
}

export type NotificationsStore = ReturnType<typeof createNotificationsStore>
