import t from 'tap'
import dashboard from '../docs/grafana/coffer.json' with { type: 'json' }
import { anonymous, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { makeFolder, putFile } from '../tests/support/shares.ts'

t.test(
  'metrics: requests by route pattern, queue, database, storage; the dashboard asks for what is there',
  async (t) => {
    const app = await testApp(t, { env: { METRICS_PORT: '0' } })
    const jane = await signUp(app)
    const id = await makeFolder(jane, 'Photos')
    await putFile(jane, 'a.bin', Buffer.alloc(5_000), id)
    await jane.client.get(`/api/items/${id}/versions`)
    await anonymous(app).get('/api/no-such-call?secret=1')
    const file = await putFile(jane, 'large.bin', Buffer.alloc(8_000_000))
    const fileUrl = new URL(file.attributes.file_url as string, app.url)
    const download = () => jane.client.fetch(fileUrl.pathname + fileUrl.search)
    await (await download()).arrayBuffer()
    // Broken off after its first part.
    const reader = (await download()).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    const text = await (await fetch(`http://127.0.0.1:${app.coffer.metricsPort()}/metrics`)).text()
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.split(' ')
          .at(-1),
      )
    t.equal(value('coffer_http_received_bytes_total{method="POST",route="/api/upload/chunks"}'), 8_005_000)
    t.equal(
      value('coffer_http_request_duration_seconds_count{method="GET",route="/api/items/:id/versions",status="200"}'),
      1,
    )
    const sent = [...text.matchAll(/^coffer_http_sent_bytes_total\{.*\} (\d+)$/gm)].map(([, bytes]) => Number(bytes))
    t.ok(Math.max(...sent) > 8_050_000, 'downloads count, also those that are broken off')
    t.notMatch(text, new RegExp(`${id}|secret|no-such-call`), 'no address is a label')
    t.equal(value('coffer_blob_store_healthy'), 1)
    t.equal(value('coffer_uploads_open'), 0)
    t.ok(value('coffer_texts_unread{state="pending"}') >= 0)
    t.equal(value('coffer_texts_unread{state="failed"}'), 0)
    t.ok(value('coffer_database_connections{state="idle"}') >= 1)
    t.ok(value('nodejs_eventloop_lag_p99_seconds') >= 0)
    // A gauge without a value has its description only.
    const names = new Set(text.split('\n').map((line) => /^(?:# HELP )?(\w+)/.exec(line)?.[1]))
    const asked = JSON.stringify(dashboard).match(/(?:coffer|nodejs|process)_\w+/g) ?? []
    t.ok(asked.length > 10)
    for (const name of new Set(asked)) t.ok(names.has(name), `${name} is measured`)
  },
)

t.test('metrics: without METRICS_PORT nothing is measured', async (t) => {
  const app = await testApp(t)
  t.equal(app.coffer.metricsPort(), null)
  t.equal((await anonymous(app).get('/metrics')).status, 404)
})

t.test('an error response carries the id under which the log has its reason', async (t) => {
  const app = await testApp(t)
  const response = await anonymous(app).fetch('/api/user')
  t.equal(response.status, 401)
  t.match(response.headers.get('x-request-id'), /^[0-9a-f-]{36}$/)
})
