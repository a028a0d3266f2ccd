import type { AuditQuery } from '../contract.ts'

const names = ['person', 'actor', 'target', 'action', 'from', 'until', 'zone', 'before'] as const

/** The filters of an address. Invalid ones stay out, so that an edited address still shows the log. */
export const readAuditState = (search: Record<string, string>, isValid: (query: object) => boolean): AuditQuery =>
  Object.fromEntries(
    names.flatMap((name) => (search[name] && isValid({ [name]: search[name] }) ? [[name, search[name]]] : [])),
  )

const withQuery = (path: string, query: AuditQuery): string => {
  const params = new URLSearchParams()
  for (const name of names) if (query[name]) params.set(name, query[name])
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

export const auditHref = (query: AuditQuery): string => withQuery('/admin/audit', query)

/** The CSV of all that the filters let through. */
export const auditCsvHref = ({ before: _, ...query }: AuditQuery): string =>
  withQuery('/api/admin/audit/export.csv', query)
