const form = /^\/share\/([^/]+)\/files(?:\/([^/]+))?\/?$/

/** `/share/{token}/files/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const [, token, id] = form.exec(urlPathname) ?? []
  return token ? { routeParams: id ? { token, id } : { token } } : false
}

export default route
