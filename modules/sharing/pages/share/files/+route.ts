const pattern = /^\/share\/([^/]+)\/files(?:\/([^/]+))?\/?$/

/** `/share/{token}/files/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const [, token, id] = pattern.exec(urlPathname) ?? []
  return token ? { routeParams: id ? { token, id } : { token } } : false
}

export default route
