import { cx, formatBytes, formatNumber, usePageContext, useT } from '../../../web/ui.ts'
import type { Dashboard } from '../../contract.ts'

/** The most important figures, in one row. */
export const Figures = ({ dashboard: { users, disk, app } }: { dashboard: Dashboard }) => {
  const t = useT()
  const { locale } = usePageContext()
  const number = (value: number) => formatNumber(value, locale)
  const figures = [
    {
      id: 'users',
      value: number(users.total),
      note: t('admin:dashboard.figure.usersNote', {
        admins: number(users.admins),
        suspended: number(users.suspended),
      }),
    },
    { id: 'storage', value: formatBytes(disk.used, locale), note: t('admin:dashboard.figure.storageNote') },
    {
      id: 'traffic',
      value: formatBytes(disk.upload.total + disk.download.total, locale),
      note: t('admin:dashboard.figure.trafficNote', { count: disk.upload.records.length }),
    },
    ...(app.earnings
      ? [{ id: 'earnings', value: app.earnings.join(' · '), note: t('admin:dashboard.figure.earningsNote') }]
      : []),
  ]
  return (
    <dl className={cx('grid gap-4 sm:grid-cols-2', figures.length > 3 ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
      {figures.map(({ id, value, note }) => (
        <div key={id} className="rounded-lg border border-line bg-surface p-4 sm:px-5">
          <dt className="text-small text-muted">{t(`admin:dashboard.figure.${id}`)}</dt>
          <dd className="mt-1 text-28 font-semibold tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-12 text-pretty text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
