import { Flag } from 'lucide-react'
import { EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import type { AbuseReportPage } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { ReportRow } from './ReportRow.tsx'

export interface ReportsPageData {
  state: 'open' | 'resolved'
  page: AbuseReportPage
}

/** `/admin/reports`: links that visitors have reported. */
export const ReportsPage = () => {
  const t = useT()
  const { state, page } = useData<ReportsPageData>()
  const { next } = page.meta
  const isOpen = state === 'open'
  return (
    <>
      <AdminHeading title={t('admin:reports.title')} text={t('admin:reports.text')}>
        <LinkButton href={isOpen ? '/admin/reports?state=resolved' : '/admin/reports'}>
          {t(isOpen ? 'admin:reports.showResolved' : 'admin:reports.showOpen')}
        </LinkButton>
      </AdminHeading>
      <section aria-label={t('admin:reports.title')} className="rounded-lg border border-line bg-surface">
        {page.data.length === 0 ? (
          <EmptyState icon={Flag} title={t(`admin:reports.none.${state}`)} />
        ) : (
          <ul className="divide-y divide-line">
            {page.data.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        )}
        {next && (
          <div className="flex justify-end border-t border-line p-3 sm:px-4">
            <LinkButton href={`/admin/reports?state=${state}&before=${next}`}>{t('admin:audit.older')}</LinkButton>
          </div>
        )}
      </section>
    </>
  )
}
