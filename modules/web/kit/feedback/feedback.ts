import type { ReactNode } from 'react'
import { proxy, ref } from 'valtio'

export type ToastKind = 'success' | 'danger' | 'neutral'

export type ToastInput = {
  kind?: ToastKind
  text: string
  /** Keeps the toast for 10 s instead of 6. */
  action?: { label: string; onAct: () => void }
  /** Replaces the toast of the same key, so that repeated events show one toast. */
  key?: string
}
export type Toast = ToastInput & { id: number; kind: ToastKind }

export type ConfirmInput = {
  title: string
  /** A promise must not reject. The dialog opens at once and shows placeholders until then. */
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}
export type AlertInput = {
  title: string
  body?: ReactNode
  /** Reference code for support requests; shown with a copy button. */
  code?: string
  closeLabel?: string
  /** Replaces the text of the open alert of the same key and resolves at once, so that repeated events show one dialog. */
  key?: string
}
export type ProcessingInput = { title: string; body?: string }

export type DialogEntry = { id: number } & (
  | { kind: 'confirm'; input: ConfirmInput; resolve: (answer: boolean) => void }
  | { kind: 'alert'; input: AlertInput; resolve: (answer: boolean) => void }
  | { kind: 'processing'; input: ProcessingInput }
)

type FeedbackState = { toasts: Toast[]; dialogs: DialogEntry[] }

/** Toasts, confirms and alerts of one app instance. */
export type Feedback = {
  state: FeedbackState
  /** Shows a toast; returns its id. */
  toast: (input: ToastInput) => number
  dismiss: (id: number) => void
  /** Whether a toast is still visible. */
  isVisible: (id: number) => boolean
  /** Resolves true when confirmed, false when cancelled, closed or escaped. */
  confirm: (input: ConfirmInput) => Promise<boolean>
  /** Resolves when closed. */
  alert: (input: AlertInput) => Promise<void>
  /** Shows a dialog that only the returned function closes. */
  processing: (input: ProcessingInput) => () => void
  /** Answers a dialog; called by the host. */
  answer: (id: number, answer: boolean) => void
}

/** Beyond it, the oldest toast without an action is removed. */
const maxToasts = 4

/** Creates the feedback of one app. On the server one per request: a module-level one would be shared by visitors. */
export const createFeedback = (): Feedback => {
  const state = proxy<FeedbackState>({ toasts: [], dialogs: [] })
  let lastId = 0

  const dismiss = (id: number) => {
    state.toasts = state.toasts.filter((toast) => toast.id !== id)
  }
  const remove = (id: number) => {
    state.dialogs = state.dialogs.filter((dialog) => dialog.id !== id)
  }
  const ask = (create: (id: number, resolve: (answer: boolean) => void) => DialogEntry) =>
    new Promise<boolean>((resolve) => {
      lastId += 1
      // ref(): the inputs hold React elements and functions, which must not become proxies.
      state.dialogs.push(ref(create(lastId, resolve)))
    })

  return {
    state,
    dismiss,
    isVisible: (id) => state.toasts.some((toast) => toast.id === id),
    toast: (input) => {
      lastId += 1
      const toast = ref({ ...input, id: lastId, kind: input.kind ?? 'neutral' })
      const others = state.toasts.filter((other) => input.key === undefined || other.key !== input.key)
      const expendable = others.findIndex((other) => !other.action)
      if (others.length >= maxToasts) others.splice(Math.max(0, expendable), 1)
      state.toasts = [...others, toast]
      return lastId
    },
    confirm: (input) => ask((id, resolve) => ({ id, kind: 'confirm', input, resolve })),
    alert: async (input) => {
      // Only alerts have a key.
      const index = state.dialogs.findIndex((other) => input.key && (other.input as AlertInput).key === input.key)
      if (index < 0) await ask((id, resolve) => ({ id, kind: 'alert', input, resolve }))
      else state.dialogs[index] = ref({ ...state.dialogs[index], input } as DialogEntry)
    },
    processing: (input) => {
      lastId += 1
      const id = lastId
      state.dialogs.push(ref({ id, kind: 'processing', input }))
      return () => remove(id)
    },
    answer: (id, answer) => {
      const dialog = state.dialogs.find((entry) => entry.id === id)
      remove(id)
      if (dialog && dialog.kind !== 'processing') dialog.resolve(answer)
    },
  }
}
