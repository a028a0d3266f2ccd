import type { NotificationAction } from '../contract.ts'

/** Paths of the pages that notifications link to, by route name. */
const routes = new Map<string, (id: string | null) => string>(
  Object.entries({
    MySharedItems: () => '/platform/my-shared-items',
    Files: (id) => `/platform/files${id ? `/${id}` : ''}`,
    TeamFolders: (id) => `/platform/team-folders${id ? `/${id}` : ''}`,
    SharedWithMe: (id) => `/platform/shared-with-me${id ? `/${id}` : ''}`,
    AdminDashboard: () => '/admin/dashboard',
    Billing: () => '/user/settings/billing',
  }),
)

interface ActionLink {
  href: string
  label: string
  /** Opens in a new tab. */
  newTab: boolean
}

/** The link of an action; null for invitations, unknown routes and unsafe URLs. */
export const actionLink = (action: NotificationAction | null): ActionLink | null => {
  if (!action?.params.button) return null
  const { id = null, route = '', url = '', target, button } = action.params
  if (action.type === 'route') {
    const href = routes.get(route)?.(id)
    return href ? { href, label: button, newTab: false } : null
  }
  return action.type === 'url' && /^(https?:\/\/|\/(?!\/))/.test(url)
    ? { href: url, label: button, newTab: target === 'blank' }
    : null
}
