import { useT } from '../../../web/ui.ts'
import type { ApiCall } from '../../contract.ts'

const Example = ({ title, text }: { title: string; text: string }) => (
  <>
    <p className="mt-3 text-13 text-muted">{title}</p>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-1 overflow-auto rounded-md bg-sunken p-3 font-mono text-12"
    >
      {text}
    </pre>
  </>
)

/** The call as a command; parts of the path are variables of the shell, as is the token. */
const curlOf = ({ method, path, scope, request }: ApiCall, origin: string): string =>
  [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(request === null ? [] : ['-H "Content-Type: application/json"', `-d '${request.replaceAll("'", "'\\''")}'`]),
    `"${origin}${path.replace(/:(\w+)/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
  ].join(' ')

/** Access, fields, statuses and errors of a call, with an example. */
export const CallDetails = ({ call, origin }: { call: ApiCall; origin: string }) => {
  const t = useT()
  const { access, scope, fields, statuses, errors, answer } = call
  const rows: [string, string][] = [
    [t('site:developers.access'), access],
    [t('site:developers.scope'), scope ?? ''],
    [
      t('site:developers.fields'),
      fields.map(({ name, required }) => (required ? `${name} (${t('site:developers.required')})` : name)).join(', '),
    ],
    [t('site:developers.statuses'), statuses.join(', ')],
    [t('site:developers.errors'), errors.join(', ')],
  ]
  return (
    <>
      <dl className="mt-6 grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[8rem_1fr]">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="font-mono break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <Example title={t('site:developers.example')} text={curlOf(call, origin)} />
      {answer && <Example title={t('site:developers.answer')} text={answer} />}
    </>
  )
}
