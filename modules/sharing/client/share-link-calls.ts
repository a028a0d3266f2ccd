import { proxy, ref } from 'valtio'
import { isOutcomeUnknown, statusOf } from '../../shared/contract.ts'
import type { Item } from '../../storage/contract.ts'
import type { ShareLink } from '../contract.ts'
import type { ShareLinksApi } from './share-links.api.ts'
import type { ShareLinkField, ShareLinksState } from './share-links.state.ts'

/** Change of a link that is shown until its call has an outcome. */
export interface ShareLinkEdit {
  id: string
  /** Attributes that a later call has not set. */
  shown?: Partial<ShareLink['attributes']>
  /** Null: nothing is shown. */
  apply?: (link: ShareLink) => ShareLink | null
}

const applied = (link: ShareLink, { shown, apply }: ShareLinkEdit): ShareLink | null => {
  const edited = { ...link, attributes: { ...link.attributes, ...shown } }
  return apply ? apply(edited) : edited
}

interface Call {
  send: () => Promise<unknown>
  /** Whether the links, read again after a lost response, have the change. */
  isDone: () => boolean
  edit?: ShareLinkEdit
  /** Section that shows a rejection. */
  field?: ShareLinkField
}

export interface ShareLinkCallsDeps {
  api: ShareLinksApi
  item: Item
  /** The item's links as far as lists show them: shown until `load` has read them. */
  known?: readonly ShareLink[] | undefined
  /** Called after each change; `isSaved`: the server has answered all calls, so that nothing is rolled back any more. */
  onChange: (links: readonly ShareLink[], state: { isSaved: boolean }) => void
  /** Called with errors that belong to no section. */
  onError: (error: unknown) => void
}

/**
 * The calls about the links of one item, one after the other. Edits are shown optimistically, and rolled back with an
 * error at their section. A call whose response was lost is pending until the links are read again: they show whether
 * it was carried out.
 */
export const createLinkCalls = ({ api, item, known, onChange, onError }: ShareLinkCallsDeps) => {
  const state = proxy<ShareLinksState>({
    status: known ? 'ready' : 'loading',
    stale: false,
    links: known?.map((link) => ref(link)) ?? [],
    current: known?.[0]?.id ?? null,
    busy: 0,
    savedAt: null,
    unsent: {},
    errors: {},
  })
  /** As the server has stored them. */
  let saved: readonly ShareLink[] = known ?? []
  /** Edits of pending calls. */
  let edits: readonly ShareLinkEdit[] = []
  /** Edits are sent in the order they were created. */
  let queue: Promise<unknown> = Promise.resolve()
  /** Number of edits so far. */
  let calls = 0
  /** Number of times that a read was asked for. */
  let wantedReads = 0
  let reading: Promise<void> | null = null
  let isComplete = false
  /** Called when the links have been read: calls wait to know their outcome. */
  const onRead: (() => void)[] = []
  let isLeft = false

  const show = () => {
    const links = saved.flatMap((link) => {
      const pending = edits.filter(({ id }) => id === link.id)
      const shown = pending.reduce<ShareLink | null>((before, edit) => before && applied(before, edit), link)
      return shown ? [ref({ ...shown })] : []
    })
    state.links = links
    if (!links.some(({ id }) => id === state.current)) state.current = links[0]?.id ?? null
    onChange(links, { isSaved: state.busy === 0 })
  }
  /** An answered change replaces the same attributes of earlier calls, whose outcome may never be known. */
  const supersede = (answered: ShareLinkEdit) => {
    const keys = Object.keys(answered.shown ?? {}) as (keyof ShareLink['attributes'])[]
    for (const { id, shown } of edits.slice(0, edits.indexOf(answered)))
      if (id === answered.id && shown) for (const key of keys) delete shown[key]
  }
  /** Runs `send` after the calls before it. Resolves with whether the server has carried it out. */
  const run = async ({ send, isDone, edit, field }: Call): Promise<boolean> => {
    state.busy += 1
    calls += 1
    if (field) delete state.errors[field]
    if (edit) edits = [...edits, edit]
    const call = queue.then(send)
    queue = call.catch(() => undefined)
    if (edit) show()
    try {
      await call
      if (edit) supersede(edit)
      // The server answers again.
      if (onRead.length > 0) void load()
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error)
      if (isUnknown) await outcomesKnown()
      if (!(isUnknown && isDone())) {
        if (field && statusOf(error) === 422) state.errors[field] = (error as Error).message
        else onError(error)
        return false
      }
    } finally {
      edits = edits.filter((other) => other !== edit)
      state.busy -= 1
      show()
    }
    state.savedAt = Date.now()
    return true
  }
  const endWaiting = () => {
    for (const resolve of onRead.splice(0)) resolve()
  }
  const readLinks = async (): Promise<void> => {
    try {
      for (;;) {
        const before = { calls, wantedReads }
        await queue
        const links = await api.list(item.id)
        // The links may lack an edit that was made meanwhile.
        if (calls !== before.calls) continue
        saved = links
        isComplete = true
        state.status = 'ready'
        state.stale = false
        show()
        endWaiting()
        if (wantedReads === before.wantedReads) return
      }
    } finally {
      reading = null
    }
  }
  /** Reads the links, again when one was edited or another read was asked for meanwhile. Only one read runs at a time. */
  const read = (): Promise<void> => {
    wantedReads += 1
    reading ??= readLinks()
    return reading
  }
  const load = (): Promise<void> => {
    if (state.status === 'failed') state.status = 'loading'
    return read().catch(() => {
      // Typed texts stay on the screen.
      if (state.status === 'ready') state.stale = true
      else state.status = 'failed'
      if (isLeft) endWaiting()
    })
  }
  /** After a change in another tab or by a visitor; its failure is not reported: no action of this tab has failed. */
  const refresh = (): Promise<void> => read().catch(() => undefined)
  /** Resolves when the links have been read, now or later, or the dialog has been left. */
  const outcomesKnown = (): Promise<void> => {
    const linksRead = new Promise<void>((resolve) => {
      onRead.push(resolve)
    })
    void load()
    return linksRead
  }

  return {
    state,
    run,
    load,
    refresh,
    /** Ends the wait of calls for a reading of the links, which have then failed: the dialog is gone. */
    leave: (): void => {
      isLeft = true
      if (state.stale) endWaiting()
    },
    /** The links as the server has stored them. */
    saved: (): readonly ShareLink[] => saved,
    /** Whether they have been read: those known before may not be all. */
    isComplete: (): boolean => isComplete,
    /** Records the links as the server has stored them, within a call. */
    setSaved: (links: readonly ShareLink[]): void => {
      saved = links
    },
  }
}
