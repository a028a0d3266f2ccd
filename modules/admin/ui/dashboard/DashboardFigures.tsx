import { cx, formatBytes, formatNumber, usePageContext, useT } from '../../../web/ui.ts'
import type { Dashboard, FigureId } from '../../contract.ts'
import { useFigureError } from './useFigureError.ts'

/** The most important figures, in one row. */
export const DashboardFigures = ({ dashboard: { users, disk, app, failed } }: { dashboard: Dashboard }) => {
  const t = useT()
  const { locale } = usePageContext()
  const errorOf = useFigureError(failed)
  const number = (value: number) => formatNumber(value, locale)
  const { upload, download } = disk
  const figures: { id: FigureId; value: string | null; note: string | null }[] = [
    {
      id: 'users',
      value: users && number(users.total),
      note:
        users &&
        t('admin:dashboard.figure.usersNote', { admins: number(users.admins), suspended: number(users.suspended) }),
    },
    {
      id: 'storage',
      value: disk.used === null ? null : formatBytes(disk.used, locale),
      note: t('admin:dashboard.figure.storageNote'),
    },
    {
      id: 'traffic',
      value: upload && download && formatBytes(upload.total + download.total, locale),
      note: upload && t('admin:dashboard.figure.trafficNote', { count: upload.records.length }),
    },
  ]
  if (app.earnings || errorOf('earnings'))
    figures.push({
      id: 'earnings',
      value: app.earnings?.join(' · ') ?? null,
      note: t('admin:dashboard.figure.earningsNote'),
    })
  return (
    <dl className={cx('grid gap-4 sm:grid-cols-2', figures.length > 3 ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
      {figures.map(({ id, value, note }) => (
        <div key={id} data-figure={id} className="rounded-lg border border-line bg-surface p-4 sm:px-5">
          <dt className="text-small text-muted">{t(`admin:dashboard.figure.${id}`)}</dt>
          <dd className="mt-1 text-28 font-semibold tabular-nums">{value ?? '–'}</dd>
          {errorOf(id) ? (
            <dd className="mt-0.5 text-12 text-pretty break-words text-danger-text">{errorOf(id)}</dd>
          ) : (
            <dd className="mt-0.5 text-12 text-pretty text-muted">{note}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
