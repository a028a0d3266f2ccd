import { CircleCheck } from 'lucide-react'
import { ActionButton } from '../../../users/ui.ts'
import {
  Card,
  call,
  EmptyState,
  formatNumber,
  RelativeTime,
  usePageContext,
  useSentenceSpace,
  useT,
} from '../../../web/ui.ts'
import { deleteJob, type JobsOverview, retryJob } from '../../contract.ts'
import { RetryJobsRow } from './RetryJobsRow.tsx'

/** The newest failed jobs, and a row for each name with several failures. */
export const FailedJobs = ({ data: { failed: jobs, queue } }: JobsOverview) => {
  const t = useT()
  const { locale } = usePageContext()
  const space = useSentenceSpace()
  const total = queue.reduce((sum, { failed }) => sum + failed, 0)
  const title = t('admin:jobs.failed')
  const text = t('admin:jobs.failedText')
  const number = (value: number) => formatNumber(value, locale)
  const newest = t('admin:jobs.failedNewest', { shown: number(jobs.length), total: number(total) })
  return (
    <Card title={title} text={total > jobs.length ? text + space + newest : text} flush>
      {jobs.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('admin:jobs.noneFailed')} />
      ) : (
        <ul className="divide-y divide-line">
          {queue.map((job) => job.failed > 1 && <RetryJobsRow key={job.name} job={job} />)}
          {jobs.map(({ id, name, error, failed_at }) => (
            <li key={id} data-job={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
              <div className="min-w-0 grow basis-60">
                <p className="text-14 font-medium">{name}</p>
                <p className="text-small break-words text-muted">{error}</p>
                <p className="text-12 text-muted">
                  <RelativeTime at={failed_at} />
                </p>
              </div>
              <ActionButton
                aria-label={t('admin:jobs.retryLabel', { name })}
                run={() => call(retryJob, { params: { id } })}
                doneText={t('admin:message.job-retried')}
              >
                {t('admin:jobs.retry')}
              </ActionButton>
              <ActionButton
                aria-label={t('admin:jobs.deleteLabel', { name })}
                run={() => call(deleteJob, { params: { id } })}
                doneText={t('admin:message.job-deleted')}
              >
                {t('admin:jobs.delete')}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
