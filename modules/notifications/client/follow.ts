import type { NotificationAction } from '../contract.ts'

/** Pages that notifications lead to, by the names the server gives them (PRODUCT.md §3). */
const routes = new Map<string, (id: string | null) => string>(
  Object.entries({
    MySharedItems: () => '/platform/my-shared-items',
    Files: (id) => `/platform/files${id ? `/${id}` : ''}`,
    TeamFolders: (id) => `/platform/team-folders${id ? `/${id}` : ''}`,
    SharedWithMe: (id) => `/platform/shared-with-me${id ? `/${id}` : ''}`,
    Billing: () => '/user/settings/billing',
  }),
)

export interface Link {
  href: string
  label: string
  blank: boolean
}

/** Where an action leads; null when it is no link, or leads to nothing this product knows. */
export const linkOf = (action: NotificationAction | null): Link | null => {
  if (!action?.params.button) return null
  const { id = null, route = '', url = '', target, button } = action.params
  if (action.type === 'route') {
    const href = routes.get(route)?.(id)
    return href ? { href, label: button, blank: false } : null
  }
  return action.type === 'url' && /^(https?:\/\/|\/(?!\/))/.test(url)
    ? { href: url, label: button, blank: target === 'blank' }
    : null
}
