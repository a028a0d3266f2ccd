import { locationOf } from '../../../tree/ui.ts'

/** `/platform/files/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const location = locationOf(urlPathname)
  return location?.section === 'files' ? { routeParams: location.id ? { id: location.id } : {} } : false
}

export default route
