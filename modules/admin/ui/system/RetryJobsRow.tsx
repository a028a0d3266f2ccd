import { ActionButton } from '../../../users/ui.ts'
import { call, formatNumber, usePageContext, useT } from '../../../web/ui.ts'
import { type QueuedJobs, retryJobs } from '../../contract.ts'

/** Limits the calls, so that jobs that fail again meanwhile are not retried endlessly. */
const retryFailed = async (name: string, failed: number): Promise<void> => {
  for (let left = failed; left > 0; ) {
    const { retried } = (await call(retryJobs, { body: { name } })).data
    if (retried === 0) return
    left -= retried
  }
}

/** A row for the failed jobs of one name, which one button starts again. */
export const RetryJobsRow = ({ job: { name, failed } }: { job: QueuedJobs }) => {
  const t = useT()
  const { locale } = usePageContext()
  const count = formatNumber(failed, locale)
  return (
    <li data-job-name={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-page px-4 py-3 sm:px-6">
      <p className="min-w-0 grow basis-60 text-14 font-medium">{t('admin:jobs.failedOf', { name, total: count })}</p>
      <ActionButton
        aria-label={t('admin:jobs.retryAllLabel', { name })}
        run={() => retryFailed(name, failed)}
        doneText={t('admin:jobs.retriedAll', { name })}
      >
        {t('admin:jobs.retryAll')}
      </ActionButton>
    </li>
  )
}
