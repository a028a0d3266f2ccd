import type { Item } from '../../storage/contract.ts'
import type { FilesTools } from '../../storage/ui.ts'
import { call } from '../../web/ui.ts'
import { revokeShares } from '../contract.ts'
import { markOf, sharedList } from './mark.ts'

/** Calls take so many items at once. */
const most = 500

/** Closes all links of these items, once the person has said so: an address that is gone never comes back. */
export const revokeItems = async (items: readonly Item[], tools: FilesTools): Promise<void> => {
  const { t, feedback } = tools
  const [first] = items
  if (!first) return
  const sure = await feedback.confirm({
    title: t('sharing:revoke.title', { count: items.length, name: first.attributes.name }),
    body: t('sharing:revoke.body'),
    confirmLabel: t('sharing:revoke.confirm'),
    danger: true,
  })
  if (!sure) return
  const ids = items.map(({ id }) => id)
  const putBack = tools.drop(sharedList, new Set(ids))
  for (const id of ids) tools.mark(id, 'shared', undefined)
  try {
    for (let from = 0; from < ids.length; from += most)
      await call(revokeShares, { params: { token: 'revoke' }, body: { items: ids.slice(from, from + most) } })
    feedback.toast({ kind: 'success', text: t('sharing:revoke.done', { count: items.length }) })
  } catch (error) {
    putBack()
    for (const item of items) tools.mark(item.id, 'shared', markOf(item) ?? undefined)
    tools.tell(error, () => void revokeItems(items, tools))
  }
}
