import { proxy } from 'valtio'

/** Settings are saved 150 ms after the last change. */
const saveDelayMs = 150

interface AutosaveState {
  status: 'idle' | 'saving' | 'saved' | 'failed'
  /** Ms since 1970 of the last save. */
  savedAt: number | null
  /** Field → the server's text about its rejected value. */
  errors: Record<string, string>
  /** Number of times that unsaved values have been discarded. */
  discards: number
}

type Values = Record<string, string>

/** Thrown by `save` when the person has interrupted it, for instance by cancelling the question for their password. */
export class SaveCancelled extends Error {
  /** Fields that were not saved; missing: none was saved. */
  readonly fields: ReadonlySet<string> | undefined
  constructor(message: string, fields?: ReadonlySet<string>) {
    super(message)
    this.fields = fields
  }
}

interface AutosaveDeps {
  /**
   * Saves the values, by calls that survive the page (`keepalive`); rejects with an error whose `errors` name the
   * fields that were rejected (422).
   */
  save: (values: Values) => Promise<unknown>
  delayMs?: number
  /** Whether unsaved values are lost when the page is closed, because their call would not survive it; default: none are. */
  needsPage?: () => boolean
}

const rejectedFields = (error: unknown): [string, string][] => {
  const { status, errors } = error as { status?: number; errors?: Record<string, string[]> }
  return status === 422 && errors ? Object.entries(errors).map(([name, [text = '']]) => [name, text]) : []
}

/**
 * Saves fields by themselves after each change, one call at a time. Rejected values are shown at their fields and the others
 * are saved; after any other failure all unsaved values stay, and `retry` sends them again.
 */
export const createAutosave = ({ save, delayMs = saveDelayMs, needsPage = () => false }: AutosaveDeps) => {
  const state = proxy<AutosaveState>({ status: 'idle', savedAt: null, errors: {}, discards: 0 })
  let unsaved: Values = {}
  /** Values whose saving was cancelled: only `retry` sends them, and not the save of another field. */
  let cancelled: Values = {}
  /** Field → callback, called once its present value is saved. */
  const waiting: Record<string, (() => void) | undefined> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  const send = async (): Promise<void> => {
    while (Object.keys(unsaved).length > 0) {
      const values = unsaved
      unsaved = {}
      state.status = 'saving'
      const { discards } = state
      try {
        await save(values)
        state.savedAt = Date.now()
        state.status = Object.keys(cancelled).length > 0 ? 'failed' : 'saved'
        for (const name of Object.keys(values)) if (!(name in unsaved)) waiting[name]?.()
      } catch (error) {
        if (state.discards !== discards) continue
        if (error instanceof SaveCancelled) {
          for (const [name, value] of Object.entries(values))
            if (error.fields?.has(name) ?? true) cancelled[name] = value
            else if (!(name in unsaved)) waiting[name]?.()
          state.status = 'failed'
          continue
        }
        const rejected = rejectedFields(error).filter(([name]) => name in values)
        for (const [name, text] of rejected) {
          state.errors[name] = text
          delete values[name]
        }
        unsaved = { ...values, ...unsaved }
        if (rejected.length === 0) {
          state.status = 'failed'
          return
        }
        if (Object.keys(cancelled).length > 0) state.status = 'failed'
        else state.status = state.savedAt === null ? 'idle' : 'saved'
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    running ??= send().finally(() => {
      running = null
    })
    return running
  }

  return {
    state,
    needsPage,
    /** `onSaved`: called when this value is saved, also by a retry; never when it was rejected or another one followed. */
    set(name: string, value: string, onSaved?: () => void): void {
      delete state.errors[name]
      delete cancelled[name]
      waiting[name] = onSaved
      unsaved[name] = value
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delayMs)
    },
    /** Sends unsaved values at once. */
    flush,
    retry: (): Promise<void> => {
      unsaved = { ...cancelled, ...unsaved }
      cancelled = {}
      return flush()
    },
    /** Discards unsaved values and errors. */
    discard(): void {
      clearTimeout(timer)
      unsaved = {}
      cancelled = {}
      Object.assign(state, { status: 'idle', errors: {}, discards: state.discards + 1 })
    },
    /** The same as `flush` for a page that is left: it hears no answer of a call that is running. */
    leave: () => void send(),
  }
}

export type Autosave = ReturnType<typeof createAutosave>
