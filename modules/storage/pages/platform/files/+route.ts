import { placeOf } from '../../../tree/ui.ts'

/** `/platform/files/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const place = placeOf(urlPathname)
  return place?.view === 'files' ? { routeParams: place.id ? { id: place.id } : {} } : false
}

export default route
