const pattern = /^(sharing|storage|platform)\.([a-z-]{1,40})$/

/** Text key for `?problem=namespace.code` of the server's error redirects; null for anything else. */
export const problemKey = (problem: string | undefined): string | null => {
  const [, namespace, code] = pattern.exec(problem ?? '') ?? []
  return code ? `${namespace}:error.${code}` : null
}
