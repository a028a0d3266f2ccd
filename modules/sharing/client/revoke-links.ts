import type { Item } from '../../storage/contract.ts'
import type { FilesTools } from '../../storage/ui.ts'
import { shareBadgeOf, sharedItemsPath } from './share-badge.ts'
import type { ShareLinksApi } from './share-links.api.ts'

/** Items in one call. */
const maxItems = 500

/**
 * Revokes all links of these items after a confirmation, as it cannot be undone. When a call fails, the links revoked before
 * stay revoked and the others reappear.
 */
export const revokeLinks = async (
  items: readonly Item[],
  tools: FilesTools,
  given?: Pick<ShareLinksApi, 'revokeOf'>,
): Promise<void> => {
  const api = given ?? (await import('./share-links.api.ts')).shareLinksApi
  const { t, feedback } = tools
  const [first] = items
  if (!first) return
  const isConfirmed = await feedback.confirm({
    title: t('sharing:revoke.title', { count: items.length, name: first.attributes.name }),
    body: t('sharing:revoke.body', { count: items.length, name: first.attributes.name }),
    confirmLabel: t('sharing:revoke.confirm'),
    danger: true,
  })
  if (!isConfirmed) return
  const ids = items.map(({ id }) => id)
  const rollBack = tools.removeRows(sharedItemsPath, new Set(ids))
  for (const id of ids) tools.setRelationship(id, 'shared', undefined)
  let revoked = 0
  try {
    for (; revoked < ids.length; revoked += maxItems) await api.revokeOf(ids.slice(revoked, revoked + maxItems))
    feedback.toast({ kind: 'success', text: t('sharing:revoke.done', { count: items.length }) })
  } catch (error) {
    rollBack()
    if (revoked > 0) tools.removeRows(sharedItemsPath, new Set(ids.slice(0, revoked)))
    const left = items.slice(revoked)
    for (const item of left) tools.setRelationship(item.id, 'shared', shareBadgeOf(item) ?? undefined)
    tools.showError(error, () => void revokeLinks(left, tools, api))
  }
}
