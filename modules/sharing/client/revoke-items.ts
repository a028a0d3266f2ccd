import type { Item } from '../../storage/contract.ts'
import type { FilesTools } from '../../storage/ui.ts'
import { shareBadgeOf, sharedItemsPath } from './share-badge.ts'
import type { ShareLinksApi } from './share-links.api.ts'

/** Calls take so many items at once. */
const most = 500

/**
 * Closes all links of these items, once the person has said so: an address that is gone never comes back. Where a call
 * fails, what was closed before it stays closed, and the rest is there again.
 */
export const revokeItems = async (
  items: readonly Item[],
  tools: FilesTools,
  api: Pick<ShareLinksApi, 'revokeOf'>,
): Promise<void> => {
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
  const putBack = tools.drop(sharedItemsPath, new Set(ids))
  for (const id of ids) tools.mark(id, 'shared', undefined)
  let closed = 0
  try {
    for (; closed < ids.length; closed += most) await api.revokeOf(ids.slice(closed, closed + most))
    feedback.toast({ kind: 'success', text: t('sharing:revoke.done', { count: items.length }) })
  } catch (error) {
    putBack()
    if (closed > 0) tools.drop(sharedItemsPath, new Set(ids.slice(0, closed)))
    const left = items.slice(closed)
    for (const item of left) tools.mark(item.id, 'shared', shareBadgeOf(item) ?? undefined)
    tools.tell(error, () => void revokeItems(left, tools, api))
  }
}
