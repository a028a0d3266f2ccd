import { Download, ScrollText } from 'lucide-react'
import { EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import { auditCsvHref, auditHref } from '../../client/audit-query.ts'
import type { AuditEntryPage, AuditQuery } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'

export interface AuditPageData {
  query: AuditQuery
  page: AuditEntryPage
}

/** `/admin/audit`: actions with their actors and targets, the newest first. The filters are in the URL. */
export const AuditPage = () => {
  const t = useT()
  const { query, page } = useData<AuditPageData>()
  const { next } = page.meta
  return (
    <>
      <AdminHeading title={t('admin:audit.title')} text={t('admin:audit.text')}>
        <LinkButton href={auditCsvHref(query)} icon={Download} download>
          {t('admin:users.csv')}
        </LinkButton>
      </AdminHeading>
      <section aria-label={t('admin:audit.title')} className="rounded-lg border border-line bg-surface">
        <AuditFilters key={JSON.stringify(query)} query={query} />
        {page.data.length > 0 ? (
          <AuditTable entries={page.data} query={query} />
        ) : (
          <EmptyState icon={ScrollText} title={t('admin:audit.none')} text={t('admin:users.noneText')} />
        )}
        {(next || query.before) && (
          <nav
            aria-label={t('admin:users.pages')}
            className="flex flex-wrap justify-end gap-2 border-t border-line p-3 sm:px-4"
          >
            {query.before && (
              <LinkButton href={auditHref({ ...query, before: undefined })}>{t('admin:audit.newest')}</LinkButton>
            )}
            {next && <LinkButton href={auditHref({ ...query, before: next })}>{t('admin:audit.older')}</LinkButton>}
          </nav>
        )}
      </section>
    </>
  )
}
