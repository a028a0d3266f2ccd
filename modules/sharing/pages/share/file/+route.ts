const pattern = /^\/share\/([^/]+)\/file(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?\/?$/

/** `/share/{token}/file` of a link to a file; `/share/{token}/file/{id}` of a file in a linked folder. */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const [, token, id] = pattern.exec(urlPathname) ?? []
  return token ? { routeParams: id ? { token, id } : { token } } : false
}

export default route
