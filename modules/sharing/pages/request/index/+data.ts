import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { parseRequestToken } from '../../../client/file-request.api.ts'
import { fileRequestPath } from '../../../contract.ts'

export interface PastedLinkData {
  /** Text of `?link=` when it contains no link of a request; null without `?link=`. */
  rejected: string | null
}

/** The form for a link of a request; redirects to the request that `?link=` names. */
export const data = ({ urlParsed }: PageContextServer): PastedLinkData => {
  const { link } = urlParsed.search
  const token = link === undefined ? null : parseRequestToken(link)
  if (token) throw redirect(fileRequestPath(token))
  return { rejected: link?.slice(0, 200) ?? null }
}
