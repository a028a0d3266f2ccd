import { proxy, ref } from 'valtio'
import { isOutcomeUnknown } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import type { ShareLink, UpdateShareLink } from '../contract.ts'
import type { ShareLinksApi } from './share-links.api.ts'

/** Sections of the dialog that can show an error. */
export type Field =
  | 'permission'
  | 'password'
  | 'expiry'
  | 'downloads'
  | 'label'
  | 'slug'
  | 'people'
  | 'notify'
  | 'indexing'

export interface ShareLinksState {
  status: 'loading' | 'ready' | 'failed'
  /** Newest first, with all pending edits. */
  links: readonly ShareLink[]
  /** Id of the selected link. */
  current: string | null
  /** Number of running calls. */
  busy: number
  /** Ms since 1970 of the last saved edit. */
  savedAt: number | null
  /** Addresses are entered that the link was not sent to. */
  unsent: boolean
  /** Error of a section's last edit. */
  errors: Partial<Record<Field, string>>
}

interface Edit {
  id: string
  shown: Partial<ShareLink['attributes']>
}

export interface ShareLinksDeps {
  api: ShareLinksApi
  item: Item
  /** The item's links as far as lists show them: shown until `load` has read them. */
  known?: readonly ShareLink[] | undefined
  /** Called after each change; `isSaved`: the server has answered all calls, so that nothing is rolled back any more. */
  onChange: (links: readonly ShareLink[], isSaved: boolean) => void
  /** Called with errors that belong to no section. */
  onError: (error: unknown) => void
}

const asApiError = (error: unknown) => error as { status?: number; message?: string }

/** The links of one item. Edits are shown optimistically, and rolled back with an error at their section. */
export const createShareLinks = ({ api, item, known, onChange, onError }: ShareLinksDeps) => {
  const state = proxy<ShareLinksState>({
    status: known ? 'ready' : 'loading',
    links: known?.map((link) => ref(link)) ?? [],
    current: known?.[0]?.id ?? null,
    busy: 0,
    savedAt: null,
    unsent: false,
    errors: {},
  })
  /** As the server has stored them, and edits that are pending. */
  let saved: readonly ShareLink[] = known ?? []
  let edits: readonly Edit[] = []
  /** Edits are sent in the order they were created. */
  let queue: Promise<unknown> = Promise.resolve()
  /** Number of edits so far. */
  let calls = 0
  /** Number of times that a read was asked for. */
  let requests = 0
  let reading: Promise<void> | null = null

  const show = () => {
    const links = saved.map((link) => {
      const shown = edits.filter(({ id }) => id === link.id).map((edit) => edit.shown)
      return ref({ ...link, attributes: Object.assign({}, link.attributes, ...shown) as ShareLink['attributes'] })
    })
    state.links = links
    if (!links.some(({ id }) => id === state.current)) state.current = links[0]?.id ?? null
    onChange(links, state.busy === 0)
  }
  const replace = (link: ShareLink) => {
    saved = saved.map((other) => (other.id === link.id ? link : other))
  }
  /**
   * Runs `send` after the calls before it. False when it failed; the error is shown at `field`, if given. When only the
   * response may have been lost, the links are read again: a link that is shown as closed must not be open. `undo` gets
   * whether they were.
   */
  const run = async (send: () => Promise<void>, field?: Field, undo?: (isRead: boolean) => void): Promise<boolean> => {
    state.busy += 1
    calls += 1
    if (field) delete state.errors[field]
    const call = queue.then(send)
    queue = call.catch(() => undefined)
    try {
      await call
      state.savedAt = Date.now()
      return true
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error)
      const isRead = isUnknown && (await isReadAgain())
      if (isUnknown && !isRead) state.status = 'failed'
      undo?.(isRead)
      const { status, message } = asApiError(error)
      if (field && status === 422) state.errors[field] = message ?? ''
      else onError(error)
      return false
    } finally {
      state.busy -= 1
      show()
    }
  }
  const readLinks = async (): Promise<void> => {
    try {
      for (;;) {
        const before = { calls, requests }
        await queue
        const links = await api.list(item.id)
        // It may lack the edit.
        if (calls !== before.calls) continue
        saved = links
        state.status = 'ready'
        show()
        if (requests === before.requests) return
      }
    } finally {
      reading = null
    }
  }
  /** Reads the links, again when one was edited or another read was asked for meanwhile. Only one read runs at a time. */
  const read = (): Promise<void> => {
    requests += 1
    reading ??= readLinks()
    return reading
  }
  const isReadAgain = (): Promise<boolean> =>
    read().then(
      () => true,
      () => false,
    )
  /** Changes recipients, whom a read then shows. A failure of that read is none of the change: it is not sent again. */
  const runAndRead = async (send: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await run(() => send().then(() => undefined), 'people')
    if (isDone) await isReadAgain()
    return isDone
  }
  const tokenOf = (id: string) => saved.find((link) => link.id === id)?.attributes.token ?? ''

  return {
    state,
    load: async (): Promise<void> => {
      if (!known || state.status === 'failed') state.status = 'loading'
      try {
        await read()
      } catch {
        state.status = 'failed'
      }
    },
    /** After a change in another tab or by a visitor. */
    refresh: async (): Promise<void> => {
      await read().catch(() => undefined)
    },
    select: (id: string): void => {
      state.current = id
      state.errors = {}
    },
    /** A new link with default options: anyone who has it may view and download. */
    create: async (): Promise<ShareLink | null> => {
      let created: ShareLink | null = null
      await run(async () => {
        created = await api.create({ id: item.id, type: item.type, permission: 'visitor' })
        saved = [created, ...saved]
        state.current = created.id
        state.errors = {}
      })
      return created
    },
    /** Sends `patch`; `shown` is displayed until the response. */
    change: (
      id: string,
      field: Field,
      patch: UpdateShareLink,
      shown: Partial<ShareLink['attributes']> = {},
    ): Promise<boolean> => {
      const edit: Edit = { id, shown }
      edits = [...edits, edit]
      const settle = () => {
        edits = edits.filter((other) => other !== edit)
      }
      const done = run(
        async () => {
          const link = await api.update(tokenOf(id), patch)
          settle()
          replace(link)
        },
        field,
        settle,
      )
      show()
      return done
    },
    mail: (id: string, emails: string[]): Promise<boolean> => runAndRead(() => api.mail(tokenOf(id), emails)),
    removeRecipient: (id: string, recipient: string): Promise<boolean> =>
      runAndRead(() => api.removeRecipient(tokenOf(id), recipient)),
    /** Removed optimistically. */
    revoke: (id: string): Promise<boolean> => {
      const token = tokenOf(id)
      const index = saved.findIndex((link) => link.id === id)
      const removed = saved.slice(index, index + 1)
      const later = new Set(saved.slice(index + 1).map((link) => link.id))
      saved = saved.filter((link) => link.id !== id)
      const done = run(
        () => api.revoke(token).then(() => undefined),
        undefined,
        (isRead) => {
          if (isRead) return
          // Only this link: others may have been created or revoked since.
          const at = saved.findIndex((link) => later.has(link.id))
          saved = saved.toSpliced(at < 0 ? saved.length : at, 0, ...removed)
        },
      )
      show()
      return done
    },
    /** Shows an error that was found before sending; null clears it. */
    setUnsent: (unsent: boolean): void => {
      state.unsent = unsent
    },
    setError: (field: Field, message: string | null): void => {
      if (message === null) delete state.errors[field]
      else state.errors[field] = message
    },
  }
}

export type ShareLinksStore = ReturnType<typeof createShareLinks>
