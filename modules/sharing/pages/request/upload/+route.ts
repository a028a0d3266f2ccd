const pattern = /^\/request\/([A-Za-z0-9_-]{6,64})\/upload(?:\/([0-9a-f-]{36}))?\/?$/

/** `/request/{token}/upload/{id?}` */
const route = ({ urlPathname }: { urlPathname: string }): { routeParams: Record<string, string> } | false => {
  const [whole, token = '', id] = pattern.exec(urlPathname) ?? []
  return whole ? { routeParams: { token, ...(id ? { id } : {}) } } : false
}

export default route
