import { normalEmail } from '../../shared/contract.ts'
import type { ShareLink, UpdateShareLink } from '../contract.ts'
import { createLinkCalls, type ShareLinkCallsDeps, type ShareLinkEdit } from './share-link-calls.ts'
import type { ShareLinkField } from './share-links.state.ts'

type Attributes = ShareLink['attributes']

/** Whether a call has been carried out: `after` has all values of `shown`, of which `before` lacked at least one. */
const hasChanged = (shown: Partial<Attributes>, before: Attributes, after: Attributes): boolean => {
  const keys = (Object.keys(shown) as (keyof Attributes)[])
    // The server's clock decides when a period ends.
    .filter((key) => key !== 'expires_at' || !shown.expire_in)
  return keys.every((key) => after[key] === shown[key]) && keys.some((key) => before[key] !== shown[key])
}

const withoutRecipient = (link: ShareLink, recipient: string): ShareLink => {
  const recipients = link.relationships.recipients.filter(({ id }) => id !== recipient)
  return { ...link, relationships: { ...link.relationships, recipients } }
}

/** The links of one item as the share dialog changes them. */
export const createShareLinks = (deps: ShareLinkCallsDeps) => {
  const { api, item } = deps
  const { state, run, load, refresh, leave, saved, setSaved, isComplete } = createLinkCalls(deps)
  let creating: Promise<ShareLink | null> | null = null
  const find = (id: string) => saved().find((link) => link.id === id)
  const tokenOf = (id: string) => find(id)?.attributes.token ?? ''
  const create = async (): Promise<ShareLink | null> => {
    let created: ShareLink | undefined
    // Before the first read, the list lacks older links, which must not look new.
    const before = isComplete() ? new Set(saved().map(({ id }) => id)) : null
    const isDone = await run({
      send: async () => {
        created = await api.create({ id: item.id, type: item.type, permission: 'visitor' })
        setSaved([created, ...saved()])
      },
      isDone: () => {
        created = before ? saved().find(({ id }) => !before.has(id)) : undefined
        return created !== undefined
      },
    })
    if (!isDone || !created) return null
    state.current = created.id
    state.errors = {}
    return created
  }

  return {
    state,
    load,
    refresh,
    leave,
    select: (id: string): void => {
      state.current = id
      state.errors = {}
    },
    /** A new link with default options: anyone who has it may view and download. Only one is created at a time. */
    create: (): Promise<ShareLink | null> => {
      creating ??= create().finally(() => {
        creating = null
      })
      return creating
    },
    /** Sends `patch`; `shown` is displayed until the response. */
    change: (
      id: string,
      field: ShareLinkField,
      patch: UpdateShareLink,
      shown: Partial<Attributes> = {},
    ): Promise<boolean> => {
      let before: ShareLink | undefined
      const edit: ShareLinkEdit & { shown: Partial<Attributes> } = { id, shown: { ...shown } }
      // A failure loses nothing when later calls have set all of its attributes again.
      const isSuperseded = () => Object.keys(shown).length > 0 && Object.keys(edit.shown).length === 0
      return run({
        send: async () => {
          before = find(id)
          const link = await api.update(tokenOf(id), patch)
          setSaved(saved().map((other) => (other.id === id ? link : other)))
        },
        isDone: () => {
          if (isSuperseded()) return true
          const after = find(id)
          return (
            before !== undefined && after !== undefined && hasChanged(edit.shown, before.attributes, after.attributes)
          )
        },
        edit,
        field,
      })
    },
    /** Sends the link to `emails`, and adds those who are no recipients yet. */
    mail: async (id: string, emails: string[]): Promise<boolean> => {
      const recipients = () => new Set(find(id)?.relationships.recipients.map(({ email }) => normalEmail(email)))
      const isNew = (email: string, before: Set<string>) => !before.has(normalEmail(email))
      let added: string[] = []
      const isDone = await run({
        send: () => {
          const before = recipients()
          added = emails.filter((email) => isNew(email, before))
          return api.mail(tokenOf(id), emails)
        },
        isDone: () => {
          const after = recipients()
          return added.length > 0 && !added.some((email) => isNew(email, after))
        },
        field: 'people',
      })
      if (isDone) void refresh()
      return isDone
    },
    removeRecipient: (id: string, recipient: string): Promise<boolean> =>
      run({
        send: async () => {
          await api.removeRecipient(tokenOf(id), recipient)
          setSaved(saved().map((link) => (link.id === id ? withoutRecipient(link, recipient) : link)))
        },
        isDone: () => !find(id)?.relationships.recipients.some((person) => person.id === recipient),
        edit: { id, apply: (link) => withoutRecipient(link, recipient) },
        field: 'people',
      }),
    revoke: (id: string): Promise<boolean> =>
      run({
        send: async () => {
          await api.revoke(tokenOf(id))
          setSaved(saved().filter((link) => link.id !== id))
        },
        isDone: () => !find(id),
        edit: { id, apply: () => null },
      }),
    /** Whether a section has input that closing the dialog would lose. */
    setUnsent: (field: ShareLinkField, isUnsent: boolean): void => {
      if (isUnsent) state.unsent[field] = true
      else delete state.unsent[field]
    },
    /** Shows an error that was found before sending; null clears it. */
    setError: (field: ShareLinkField, message: string | null): void => {
      if (message === null) delete state.errors[field]
      else state.errors[field] = message
    },
  }
}

export type ShareLinksStore = ReturnType<typeof createShareLinks>
