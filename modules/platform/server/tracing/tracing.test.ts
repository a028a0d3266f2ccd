import { registerHooks } from 'node:module'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { testCollector } from '../../../../tests/support/collector.ts'
import { putFile } from '../../../../tests/support/shares.ts'

const loaded: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) loaded.push(specifier)
    return next(specifier, context)
  },
})

t.test('traces: without OTEL_EXPORTER_OTLP_ENDPOINT, OpenTelemetry is not loaded', async (t) => {
  const app = await testApp(t)
  t.equal((await anonymous(app).get('/api/ping')).status, 200)
  t.strictSame(loaded, [])
})

t.test(
  'traces: a collector receives requests with their statements and calls of the blob store, and jobs',
  async (t) => {
    const collector = await testCollector(t)
    const app = await testApp(t, {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
        OTEL_SERVICE_NAME: 'files',
      },
    })
    t.ok(loaded.length > 0)
    const jane = await signUp(app)
    const { id: fileId } = await putFile(jane, 'a.txt', 'CANARY')
    const [traceId, parentSpanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const traceparent = `00-${traceId}-${parentSpanId}-01`
    const file = await jane.client.fetch(`/file/${fileId}?download`, { headers: { traceparent } })
    t.equal(file.status, 200)
    await file.text()
    const unsampled = '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
    await anonymous(app).get('/api/ping', { headers: { traceparent: unsampled } })
    const failed = await anonymous(app).get('/api/sharing/a-secret-token-of-a-link')
    await app.coffer.platform.jobs.add('cleanup-accounts')
    await app.coffer.platform.jobs.settled('cleanup-accounts')
    await app.close()

    t.strictSame([...collector.services], ['files'])
    t.strictSame([...collector.authorizations], ['Bearer abc'])
    const named = (name: string) => collector.spans.filter((span) => span.name === name)
    const children = ({ spanId }: { spanId: string }) => collector.spans.filter((span) => span.parentSpanId === spanId)

    const [download] = named('GET /file/:id')
    if (!download) throw new Error(`no span of the download: ${collector.spans.map(({ name }) => name)}`)
    t.match(download, { traceId, parentSpanId, kind: 2 }, 'below the span of the caller')
    t.match(download.attributes, {
      'http.request.method': 'GET',
      'http.route': '/file/:id',
      'http.response.status_code': 200,
    })
    t.equal(download.attributes['url.path'], `/file/${fileId}`, 'without the query')
    const [statement] = children(download).filter(({ name }) => name === 'SELECT')
    t.match(statement, {
      traceId,
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': /^select /i },
    })
    t.ok(children(download).some(({ name }) => name === 'blobs open'))
    const [upload] = named('POST /api/upload/chunks')
    t.ok(upload && children(upload).some(({ name }) => name === 'blobs put'))

    t.ok(
      named('job cleanup-accounts').some((job) => children(job).length > 0),
      'a job is a trace with its statements',
    )
    const id = failed.headers.get('x-request-id')
    const rejected = collector.spans.find(({ attributes }) => attributes['coffer.request_id'] === id)
    t.match(rejected?.attributes, { 'http.response.status_code': 404, 'url.path': '/api/sharing/[hidden]' })
    t.notOk(
      collector.spans.some((span) => span.traceId.startsWith('1af7')),
      'the caller decides what is recorded',
    )
    t.notMatch(JSON.stringify(collector.spans), /CANARY|a-secret-token|pw /, 'no content or secrets')
  },
)

t.test('traces: an unreachable collector delays nothing', async (t) => {
  const app = await testApp(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } })
  t.equal((await anonymous(app).get('/api/ping')).status, 200)
  await app.close()
})
