/** `/platform/shared-with-me/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const match = /^\/platform\/shared-with-me(?:\/([^/]+))?\/?$/.exec(urlPathname)
  if (!match) return false
  return { routeParams: match[1] ? { id: match[1] } : {} }
}

export default route
