import { call } from '../../web/ui.ts'
import {
  type CreateShare,
  createShare,
  itemShares,
  mailShare,
  removeRecipient,
  revokeShares,
  type Share,
  shareLog,
  shareQr,
  showShare,
  type UpdateShare,
  updateShare,
} from '../contract.ts'

/** The calls of the share sheet; all reject with `CallError`. */
export const linksApi = {
  of: async (itemId: string): Promise<Share[]> =>
    (await call(itemShares, { params: { id: itemId } })).data.map(({ data }) => data),
  create: async (body: CreateShare): Promise<Share> => (await call(createShare, { body })).data,
  update: async (token: string, body: UpdateShare): Promise<Share> =>
    (await call(updateShare, { params: { token }, body })).data,
  async mail(token: string, emails: string[]): Promise<Share> {
    await call(mailShare, { params: { token }, body: { emails } })
    return (await call(showShare, { params: { token } })).data
  },
  async forget(token: string, recipient: string): Promise<Share> {
    await call(removeRecipient, { params: { token, id: recipient } })
    return (await call(showShare, { params: { token } })).data
  },
  revoke: (token: string): Promise<unknown> =>
    call(revokeShares, { params: { token: 'revoke' }, body: { tokens: [token] } }),
  /** All links of up to 500 items. */
  revokeOf: (items: string[]): Promise<unknown> => call(revokeShares, { params: { token: 'revoke' }, body: { items } }),
  qr: async (token: string): Promise<string> => (await call(shareQr, { params: { token } })).data.svg,
  log: (token: string, cursor?: string) =>
    call(shareLog, { params: { token }, query: cursor === undefined ? {} : { cursor } }),
}

export type LinksApi = typeof linksApi
