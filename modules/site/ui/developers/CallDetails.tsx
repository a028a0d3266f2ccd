import { useT } from '../../../web/ui.ts'
import type { ApiCall } from '../../contract.ts'

/** A call, which opens to its fields, statuses and errors. */
export const CallDetails = ({ call }: { call: ApiCall }) => {
  const t = useT()
  const { method, path, summary, access, fields, statuses, errors } = call
  const rows: [string, string][] = [
    [t('site:developers.access'), access],
    [
      t('site:developers.fields'),
      fields.map(({ name, required }) => (required ? `${name} (${t('site:developers.required')})` : name)).join(', '),
    ],
    [t('site:developers.statuses'), statuses.join(', ')],
    [t('site:developers.errors'), errors.join(', ')],
  ]
  return (
    <details className="group px-4 py-2.5">
      <summary className="cursor-pointer rounded-sm text-14">
        <span className="inline-block min-w-14 font-mono text-12 font-semibold">{method}</span>{' '}
        <span className="font-mono text-13 break-all">{path}</span>
        <span className="block text-small text-muted">{summary}</span>
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[8rem_1fr]">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="font-mono break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}
