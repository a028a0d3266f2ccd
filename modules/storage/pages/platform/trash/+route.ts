import { locationOf } from '../../../tree/ui.ts'

/** `/platform/trash/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const location = locationOf(urlPathname)
  return location?.section === 'trash' ? { routeParams: location.id ? { id: location.id } : {} } : false
}

export default route
