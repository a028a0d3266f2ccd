import type { Item } from '../../storage/contract.ts'
import type { ShareLink } from '../contract.ts'
import type { ShareLinksApi } from './share-links.api.ts'
import { createShareLinks } from './share-links.store.ts'

/** A link as far as the store reads it. */
export const testShareLink = (id: string, attributes: Partial<ShareLink['attributes']> = {}): ShareLink =>
  ({
    id,
    attributes: { token: id, expires_at: null, expired: false, label: null, protected: false, ...attributes },
    relationships: { recipients: [] as unknown[] },
  }) as ShareLink

export const withRecipients = (id: string, ...emails: string[]): ShareLink => ({
  ...testShareLink(id),
  relationships: { recipients: emails.map((email) => ({ id: email, email, verified_at: null, undelivered_at: null })) },
})

interface Call {
  respond: (share: ShareLink) => void
  reject: (error: unknown) => void
}

/** A store whose changes wait for `next` to answer them, with its calls and reports. */
export const setUpShareLinks = (
  links: ShareLink[],
  known?: ShareLink[],
  list: () => Promise<ShareLink[]> = async () => links,
) => {
  const calls: Call[] = []
  const changes: (readonly ShareLink[])[] = []
  const saved: string[] = []
  const errors: unknown[] = []
  const call = () =>
    new Promise<ShareLink>((resolve, reject) => {
      calls.push({ respond: resolve, reject: reject })
    })
  const api = {
    list,
    create: call,
    update: call,
    revoke: call,
    mail: call,
    removeRecipient: call,
  } as unknown as ShareLinksApi
  const item = { id: 'item', type: 'file' } as Item
  const store = createShareLinks({
    api,
    item,
    known,
    onChange: (all, { isSaved }) => {
      changes.push(all)
      if (isSaved) saved.push(all.map(({ id }) => id).join())
    },
    onError: (error) => errors.push(error),
  })
  const next = async (): Promise<Call> => {
    for (let n = 0; n < 20 && calls.length === 0; n++) await Promise.resolve()
    return calls.shift() as Call
  }
  return { store, next, changes, saved, errors, calls }
}
