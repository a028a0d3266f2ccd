import { CircleCheck } from 'lucide-react'
import { useAction } from '../../../users/ui.ts'
import {
  Button,
  Card,
  call,
  EmptyState,
  formatNumber,
  formatRelative,
  useData,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { type JobsOverview, retryJob } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { Cell, HeadCell, TableBox } from '../Table.tsx'

/** `/admin/jobs`: what waits, and what failed and can be tried again. */
export const JobsPage = () => {
  const t = useT()
  const { data } = useData<JobsOverview>()
  return (
    <>
      <AdminHeading title={t('admin:jobs.title')} text={t('admin:jobs.text')} />
      <FailedJobs jobs={data.failed} total={data.queue.reduce((sum, { failed }) => sum + failed, 0)} />
      <Queue jobs={data.queue} />
    </>
  )
}

const FailedJobs = ({ jobs, total }: { jobs: JobsOverview['data']['failed']; total: number }) => {
  const t = useT()
  const { locale } = usePageContext()
  const act = useAction()
  const title = t('admin:jobs.failed')
  const text = t('admin:jobs.failedText')
  const number = (value: number) => formatNumber(value, locale)
  const newest = t('admin:jobs.failedNewest', { shown: number(jobs.length), total: number(total) })
  return (
    <Card title={title} text={total > jobs.length ? `${text} ${newest}` : text} flush>
      {jobs.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('admin:jobs.noneFailed')} />
      ) : (
        <ul className="divide-y divide-line">
          {jobs.map(({ id, name, error, failed_at }) => (
            <li key={id} data-job={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
              <div className="min-w-0 grow basis-60">
                <p className="text-14 font-medium">{name}</p>
                <p className="text-small break-words text-muted">{error}</p>
                <p className="text-12 text-muted">
                  <time dateTime={failed_at}>{formatRelative(failed_at, locale, Date.now())}</time>
                </p>
              </div>
              <Button
                aria-label={t('admin:jobs.retryLabel', { name })}
                onClick={() => act(() => call(retryJob, { params: { id } }), t('admin:message.job-retried'))}
              >
                {t('admin:jobs.retry')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
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
              <Cell className="font-medium">{job.name}</Cell>
              {(['waiting', 'running', 'failed'] as const).map((state) => (
                <Cell key={state} end>
                  {formatNumber(job[state], locale)}
                </Cell>
              ))}
              <Cell end>{job.oldest_at ? formatRelative(job.oldest_at, locale, Date.now()) : '–'}</Cell>
            </tr>
          ))}
        </tbody>
      </TableBox>
    </Card>
  )
}
