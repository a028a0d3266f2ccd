import { formatDateTime, usePageContext, useT, useZone } from '../../../../web/ui.ts'
import type { RestorePoints } from '../../../history/contract.ts'

interface RestoreMomentsProps {
  moments: RestorePoints['moments']
  /** Time that was chosen last. */
  chosen: string | null
  onChoose: (at: string) => void
}

const row =
  'flex min-h-9 w-full items-center gap-3 rounded-sm px-3 py-1.5 text-start text-14 hover:bg-hover aria-pressed:bg-brand-tint aria-pressed:font-medium aria-pressed:text-brand-text pointer-coarse:min-h-11'

/** Times right before many changes, to choose from. */
export const RestoreMoments = ({ moments, chosen, onChoose }: RestoreMomentsProps) => {
  const t = useT()
  const zone = useZone()
  const { locale, user } = usePageContext()
  if (moments.length === 0) return null
  const nameOf = ({ type, id, attributes }: RestorePoints['moments'][number]['actor']) => {
    if (id !== null && id === user?.id) return t('storage:activity.you')
    // i18n-keys: storage:activity.visitor, storage:activity.deleted
    return attributes?.name ?? t(`storage:activity.${type}`)
  }
  return (
    <section className="mt-4">
      <h3 className="text-14 font-semibold">{t('storage:rewind.moments')}</h3>
      <ul className="mt-1 rounded-md border border-line p-1">
        {moments.map(({ at, count, actor }) => (
          <li key={at}>
            <button type="button" className={row} aria-pressed={at === chosen} onClick={() => onChoose(at)}>
              <span className="shrink-0 tabular-nums">{formatDateTime(at, locale, zone)}</span>
              <span className="bidi-plaintext min-w-0 grow truncate text-muted">{nameOf(actor)}</span>
              <span className="shrink-0 text-muted tabular-nums">{t('storage:rewind.changes', { count })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
