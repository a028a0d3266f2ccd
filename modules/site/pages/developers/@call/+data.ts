import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type {} from '../../../server/api-reference.ts'
import type { CallPageData } from '../../../ui/developers/CallPage.tsx'

export const data = async (page: PageContextServer): Promise<CallPageData> => {
  const reference = await page.services.apiReference.reference()
  for (const { id, text, calls } of reference?.groups ?? []) {
    const call = calls.find(({ id }) => id === page.routeParams.call)
    if (call) return { call, group: { id, text }, origin: page.appUrl }
  }
  throw render(404)
}
