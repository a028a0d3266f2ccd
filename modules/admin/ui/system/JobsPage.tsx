import { Card, formatNumber, RelativeTime, useData, usePageContext, useT } from '../../../web/ui.ts'
import type { JobsOverview } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'
import { FailedJobs } from './FailedJobs.tsx'

/** `/admin/jobs`: waiting jobs, and failed jobs that can be retried. */
export const JobsPage = () => {
  const t = useT()
  const { data } = useData<JobsOverview>()
  return (
    <>
      <AdminHeading title={t('admin:jobs.title')} text={t('admin:jobs.text')} />
      <FailedJobs data={data} />
      <Queue jobs={data.queue} />
    </>
  )
}

const Queue = ({ jobs }: { jobs: JobsOverview['data']['queue'] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const title = t('admin:jobs.queue')
  if (jobs.length === 0) return null
  return (
    <Card title={title} flush>
      <TableBox label={title} inCard>
        <thead>
          <tr className="border-b border-line">
            <HeadCell>{t('admin:jobs.column.name')}</HeadCell>
            {(['waiting', 'running', 'failed'] as const).map((state) => (
              <HeadCell key={state} end>
                {t(`admin:jobs.column.${state}`)}
              </HeadCell>
            ))}
            <HeadCell end>{t('admin:jobs.column.oldest')}</HeadCell>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {jobs.map((job) => (
            <tr key={job.name}>
              <TableCell className="font-medium">{job.name}</TableCell>
              {(['waiting', 'running', 'failed'] as const).map((state) => (
                <TableCell key={state} end>
                  {formatNumber(job[state], locale)}
                </TableCell>
              ))}
              <TableCell end>{job.oldest_at ? <RelativeTime at={job.oldest_at} /> : '–'}</TableCell>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </Card>
  )
}
