import { locationOf } from '../../../tree/ui.ts'

/** `/platform/recent-uploads` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const location = locationOf(urlPathname)
  return location?.section === 'recent' ? { routeParams: location.id ? { id: location.id } : {} } : false
}

export default route
