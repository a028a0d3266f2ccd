import type { PageContextServer } from 'vike/types'
import { referenceOf } from '../../modules/shared/contract.ts'

export interface ErrorPageData {
  /** By which the server's log has the reason; null where nothing has failed. */
  reference: string | null
}

export const data = ({ request, is404 }: PageContextServer): ErrorPageData => ({
  reference: is404 ? null : referenceOf(request.id),
})
