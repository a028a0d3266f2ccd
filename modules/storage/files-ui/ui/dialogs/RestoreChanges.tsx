import { Callout, formatNumber, usePageContext, useT } from '../../../../web/ui.ts'
import type { RestorePreview } from '../../../history/contract.ts'

/** Groups of changes, in the order in which they are shown. */
const groups = ['contents', 'moved', 'renamed', 'restored', 'trashed', 'lost'] as const

/** Changes of a restore to the time `when`, and losses; null: there are too many to count. */
export const RestoreChanges = ({ changes, when }: { changes: RestorePreview | null; when: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  if (!changes) return <Callout tone="warning">{t('storage:error.preview-too-large')}</Callout>
  const some = groups.filter((group) => changes[group] > 0)
  if (some.length === 0) return <p className="text-14 text-pretty">{t('storage:rewind.none', { when })}</p>
  return (
    <>
      <h3 className="text-14 font-semibold">{t('storage:rewind.result', { when })}</h3>
      {/* i18n-keys: storage:rewind.group.* */}
      <dl className="mt-1 divide-y divide-line rounded-md border border-line px-3 text-14">
        {some.map((group) => (
          <div key={group} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="min-w-0 text-pretty">{t(`storage:rewind.group.${group}`)}</dt>
            <dd className="font-medium tabular-nums">{formatNumber(changes[group], locale)}</dd>
          </div>
        ))}
      </dl>
      {changes.losses.length > 0 && (
        <Callout tone="warning" className="mt-3" title={t('storage:rewind.losses')}>
          {/* i18n-keys: storage:rewind.loss.* */}
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {changes.losses.map(({ id, name, reason }) => (
              <li key={`${id}${reason}`} className="flex gap-2">
                <span className="bidi-plaintext min-w-0 truncate">{name}</span>
                <span className="shrink-0 text-muted">{t(`storage:rewind.loss.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
