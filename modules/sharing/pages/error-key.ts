const form = /^(sharing|storage|platform)\.([a-z-]{1,40})$/

/** Key of the text for `?problem=namespace.code`, by which the server leads a refused window to a page; null for all else. */
export const problemKey = (problem: string | undefined): string | null => {
  const [, namespace, code] = form.exec(problem ?? '') ?? []
  return code ? `${namespace}:error.${code}` : null
}
