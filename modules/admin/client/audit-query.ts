import type { AuditQuery } from '../contract.ts'

const names = ['person', 'actor', 'target', 'action', 'from', 'until', 'zone', 'before'] as const

const withQuery = (path: string, query: AuditQuery): string => {
  const params = new URLSearchParams()
  for (const name of names) if (query[name]) params.set(name, query[name])
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

export const auditHref = (query: AuditQuery): string => withQuery('/admin/audit', query)

/** URL of the filtered log as CSV. */
export const auditCsvHref = ({ before: _, ...query }: AuditQuery): string =>
  withQuery('/api/admin/audit/export.csv', query)
