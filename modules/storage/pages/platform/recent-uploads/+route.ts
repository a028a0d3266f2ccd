import { placeOf } from '../../../tree/ui.ts'

/** `/platform/recent-uploads` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const place = placeOf(urlPathname)
  return place?.view === 'recent' ? { routeParams: place.id ? { id: place.id } : {} } : false
}

export default route
