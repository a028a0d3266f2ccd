import { placeOf } from '../../../tree/ui.ts'

/** `/platform/trash/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const place = placeOf(urlPathname)
  return place?.view === 'trash' ? { routeParams: place.id ? { id: place.id } : {} } : false
}

export default route
