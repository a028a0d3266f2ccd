/** `/platform/team-folders/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const found = /^\/platform\/team-folders(?:\/([^/]+))?\/?$/.exec(urlPathname)
  if (!found) return false
  return { routeParams: found[1] ? { id: found[1] } : {} }
}

export default route
