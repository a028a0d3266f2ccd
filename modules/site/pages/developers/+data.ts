import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type {} from '../../server/api-reference.ts'
import type { DevelopersData } from '../../ui/developers/DevelopersPage.tsx'

export const data = async (page: PageContextServer): Promise<DevelopersData> => {
  const reference = await page.services.apiReference.reference()
  if (!reference) throw render(404)
  const groups = reference.groups.map((group) => ({
    ...group,
    calls: group.calls.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
  }))
  return { groups, origin: page.appUrl }
}
