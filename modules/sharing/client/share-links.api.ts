import { call } from '../../web/ui.ts'
import {
  type CreateShareLink,
  createShareLink,
  listAccessLog,
  listItemShareLinks,
  mailShareLink,
  removeShareRecipient,
  revokeListPath,
  revokeShareLinks,
  type ShareLink,
  shareLinkQr,
  type UpdateShareLink,
  updateShareLink,
} from '../contract.ts'

/** The calls of the share dialog; all reject with `CallError`. */
export const shareLinksApi = {
  list: async (itemId: string): Promise<ShareLink[]> =>
    (await call(listItemShareLinks, { params: { id: itemId } })).data.map(({ data }) => data),
  create: async (body: CreateShareLink): Promise<ShareLink> => (await call(createShareLink, { body })).data,
  update: async (token: string, body: UpdateShareLink): Promise<ShareLink> =>
    (await call(updateShareLink, { params: { token }, body })).data,
  mail: (token: string, emails: string[]): Promise<unknown> =>
    call(mailShareLink, { params: { token }, body: { emails } }),
  removeRecipient: (token: string, recipient: string): Promise<unknown> =>
    call(removeShareRecipient, { params: { token, id: recipient } }),
  revoke: (token: string): Promise<unknown> =>
    call(revokeShareLinks, { params: { token: revokeListPath }, body: { tokens: [token] } }),
  /** All links of up to 500 items. */
  revokeOf: (items: string[]): Promise<unknown> =>
    call(revokeShareLinks, { params: { token: revokeListPath }, body: { items } }),
  qr: async (token: string): Promise<string> => (await call(shareLinkQr, { params: { token } })).data.svg,
  log: (token: string, cursor?: string) =>
    call(listAccessLog, { params: { token }, query: cursor === undefined ? {} : { cursor } }),
}

export type ShareLinksApi = typeof shareLinksApi
