import { proxy, ref } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import type { ShareLink, UpdateShareLink } from '../contract.ts'
import type { ShareLinksApi } from './share-links.api.ts'

/** The parts of the sheet that an edit can fail at. */
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
  /** Newest first, as they will be once all edits are kept. */
  links: readonly ShareLink[]
  /** Id of the link on show. */
  current: string | null
  /** Calls under way. */
  busy: number
  /** Ms since 1970 of the last edit that was kept. */
  savedAt: number | null
  /** Why the last edit at a part was refused. */
  errors: Partial<Record<Field, string>>
}

interface Edit {
  id: string
  shown: Partial<ShareLink['attributes']>
}

export interface ShareLinksDeps {
  api: ShareLinksApi
  item: Item
  /** The links have changed. */
  told: (links: readonly ShareLink[]) => void
  /** A refusal that belongs to no part of the sheet. */
  refused: (error: unknown) => void
}

const refusal = (error: unknown) => error as { status?: number; message?: string }

/** The links of one item: an edit shows at once and goes back when it is refused, with the reason at its part. */
export const createShareLinks = ({ api, item, told, refused }: ShareLinksDeps) => {
  const state = proxy<ShareLinksState>({
    status: 'loading',
    links: [],
    current: null,
    busy: 0,
    savedAt: null,
    errors: {},
  })
  /** As the server knows them, and what is on its way there. */
  let kept: readonly ShareLink[] = []
  let edits: readonly Edit[] = []
  /** Edits reach the server in the order in which they were made. */
  let line: Promise<unknown> = Promise.resolve()

  const show = () => {
    const links = kept.map((link) => {
      const shown = edits.filter(({ id }) => id === link.id).map((edit) => edit.shown)
      return ref({ ...link, attributes: Object.assign({}, link.attributes, ...shown) as ShareLink['attributes'] })
    })
    state.links = links
    if (!links.some(({ id }) => id === state.current)) state.current = links[0]?.id ?? null
    told(links)
  }
  const keep = (link: ShareLink) => {
    kept = kept.map((other) => (other.id === link.id ? link : other))
  }
  /** Runs a deed after those before it. False when it was refused: at its part, where it has one. */
  const run = async (deed: () => Promise<void>, field?: Field, undo?: () => void): Promise<boolean> => {
    state.busy += 1
    if (field) delete state.errors[field]
    const mine = line.then(deed)
    line = mine.catch(() => undefined)
    try {
      await mine
      state.savedAt = Date.now()
      return true
    } catch (error) {
      undo?.()
      const { status, message } = refusal(error)
      if (field && status === 422) state.errors[field] = message ?? ''
      else refused(error)
      return false
    } finally {
      state.busy -= 1
      show()
    }
  }
  const tokenOf = (id: string) => kept.find((link) => link.id === id)?.attributes.token ?? ''

  return {
    state,
    load: async (): Promise<void> => {
      state.status = 'loading'
      try {
        kept = await api.of(item.id)
        state.status = 'ready'
        show()
      } catch {
        state.status = 'failed'
      }
    },
    /** Another tab or a visitor has changed something. */
    refresh: async (): Promise<void> => {
      if (state.status !== 'ready' || state.busy > 0) return
      const fresh = await api.of(item.id).catch(() => null)
      if (!fresh || state.busy > 0) return
      kept = fresh
      show()
    },
    select: (id: string): void => {
      state.current = id
      state.errors = {}
    },
    /** A new link with the usual options: anyone who has it may look and download. */
    create: (): Promise<boolean> =>
      run(async () => {
        const made = await api.create({ id: item.id, type: item.type, permission: 'visitor' })
        kept = [made, ...kept]
        state.current = made.id
        state.errors = {}
      }),
    /** Writes `patch`; `shown` is how the link looks meanwhile. */
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
          keep(link)
        },
        field,
        settle,
      )
      show()
      return done
    },
    mail: (id: string, emails: string[]): Promise<boolean> =>
      run(async () => keep(await api.mail(tokenOf(id), emails)), 'people'),
    forget: (id: string, recipient: string): Promise<boolean> =>
      run(async () => keep(await api.forget(tokenOf(id), recipient)), 'people'),
    /** Gone at once; it comes back only if the server refuses. */
    revoke: (id: string): Promise<boolean> => {
      const [before, token] = [kept, tokenOf(id)]
      kept = kept.filter((link) => link.id !== id)
      const done = run(
        () => api.revoke(token).then(() => undefined),
        undefined,
        () => {
          kept = before
        },
      )
      show()
      return done
    },
    /** Says why typed words cannot be kept, without asking the server. */
    fault: (field: Field, message: string | null): void => {
      if (message === null) delete state.errors[field]
      else state.errors[field] = message
    },
  }
}

export type ShareLinksStore = ReturnType<typeof createShareLinks>
