import { Link2, UserX } from 'lucide-react'
import { formatLocale, isolate } from '../../../../shared/contract.ts'
import {
  Avatar,
  Button,
  formatDateTime,
  formatDay,
  formatTime,
  Icon,
  RetryButton,
  Skeleton,
  useNow,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import { type ActivityGroup, groupActivity } from '../../client/group-activity.ts'
import { useActivity } from './useActivity.ts'

/** Actions of people in a folder, newest first; null is the root. */
const Activity = ({ folderId }: { folderId: string | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { page, error, reload, isAdding, showEarlier } = useActivity(folderId)
  const zone = useZone()
  const now = useNow()
  if (page === null && error === null) return <Skeleton shape="text" className="mt-5" />
  return (
    <section aria-label={t('storage:activity.title')} className="mt-5">
      <h3 className="text-14 font-semibold">{t('storage:activity.title')}</h3>
      {page === null ? (
        <div role="alert" className="mt-1 flex flex-wrap items-center gap-3 text-12 text-muted">
          {t('storage:activity.failed')}
          <RetryButton size="sm" onRetry={reload} />
        </div>
      ) : page.list.length === 0 ? (
        <p className="mt-1 text-12 text-muted">{t('storage:activity.none')}</p>
      ) : (
        groupActivity(page.list, (iso) => formatDay(iso, locale, zone, now)).map(({ day, groups }) => (
          <div key={day} className="mt-3">
            <h4 className="text-12 text-muted">{day}</h4>
            <ul className="mt-1.5 flex flex-col gap-3">
              {groups.map((group) => (
                <Entry key={group.id} group={group} zone={zone} />
              ))}
            </ul>
          </div>
        ))
      )}
      {page?.next && (
        <Button size="sm" className="mt-3" loading={isAdding} onClick={() => void showEarlier()}>
          {t('storage:activity.more')}
        </Button>
      )}
    </section>
  )
}
export default Activity

// i18n-keys: storage:activity.action.*.named, storage:activity.action.*.count, storage:activity.movedTo.*
const Entry = ({ group, zone }: { group: ActivityGroup; zone: string }) => {
  const t = useT()
  const { locale, user } = usePageContext()
  const { actor, action, count, names, createdAt, target } = group
  const [only] = names
  const named = count === 1 && only !== undefined
  const person = actor.id !== null && actor.id === user?.id ? t('storage:activity.you') : actor.attributes?.name
  return (
    <li className="flex items-start gap-2.5 text-13">
      {actor.attributes ? (
        <Avatar image={actor.attributes.avatar} name={actor.attributes.name} color={actor.attributes.color} size={28} />
      ) : (
        <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-muted">
          <Icon of={actor.type === 'visitor' ? Link2 : UserX} size={14} />
        </span>
      )}
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate font-medium">{person ?? t(`storage:activity.${actor.type}`)}</span>
          <time
            dateTime={createdAt}
            title={formatDateTime(createdAt, locale, zone)}
            className="shrink-0 text-12 text-muted tabular-nums"
          >
            {formatTime(createdAt, locale, zone)}
          </time>
        </p>
        <p className="break-words">
          {target
            ? t(`storage:activity.movedTo.${named ? 'named' : 'count'}`, {
                ...(named ? { name: only } : { count }),
                folder: target.name ?? t('storage:page.files'),
              })
            : named
              ? t(`storage:activity.action.${action}.named`, { name: only })
              : t(`storage:activity.action.${action}.count`, { count })}
        </p>
        {!named && names.length > 0 && (
          <p className="truncate text-12 text-muted">
            {new Intl.ListFormat(formatLocale(locale), { style: 'narrow' }).format(
              names.map((name) => isolate(name, locale)),
            )}
          </p>
        )}
      </div>
    </li>
  )
}
