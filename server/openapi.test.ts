import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { testApp } from '../tests/support/app.ts'
import { cli } from '../tests/support/cli.ts'
import { testFolder } from '../tests/support/folders.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  requestBody?: { content?: Record<string, { schema?: unknown; example?: unknown }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema?: unknown; example?: unknown }> }
  >
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  components: { securitySchemes: Record<string, unknown>; responses: Record<string, { description: string }> }
}

const call = async (dataDir: string, ...args: string[]) => {
  const { code, out, err } = await cli({ DATA_DIR: dataDir }, ...args)
  if (code !== 0) throw new Error(err)
  return out
}

t.test('cli openapi writes a valid OpenAPI 3.1 document of every endpoint, without a database', async (t) => {
  const folder = testFolder(t)
  const text = await call(folder, 'openapi')
  const document = JSON.parse(text) as Document
  t.match(document.openapi, /^3\.1\./)
  t.strictSame(await new Validator().validate(JSON.parse(text)), { valid: true })
  const file = join(folder, 'api.json')
  t.equal(await call(folder, 'openapi', '--out', file), '')
  t.equal(readFileSync(file, 'utf8'), text, 'the same each time')

  const routes = JSON.parse(await call(folder, 'routes', '--json')) as {
    method: string
    path: string
    errors: string[]
  }[]
  const missing = routes.filter(
    ({ method, path }) => !document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
  )
  t.strictSame(missing, [])
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  t.equal(operations.length, routes.length + 1, 'and the socket')

  t.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length, 'ids are unique')
  t.equal(document.paths['/api/rename/{id}']?.patch?.operationId, 'patchRenameById')
  const schemes = Object.keys(document.components.securitySchemes)
  const tags = document.tags.map(({ name }) => name)
  for (const { operationId, summary, tags: [tag = ''] = [], security, responses } of operations) {
    t.match(summary, /^[A-Z].{6,}[^.]$/, operationId)
    t.ok(tags.includes(tag), `${operationId} is of a module`)
    t.ok(
      security.flatMap(Object.keys).every((name) => schemes.includes(name)),
      operationId,
    )
    t.ok(
      Object.keys(responses).some((status) => Number(status) < 400),
      operationId,
    )
    for (const { $ref, description } of Object.values(responses)) {
      const shared = document.components.responses[$ref?.split('/').at(-1) ?? '']
      t.ok((description ?? shared?.description ?? '').length > 1, `${operationId} describes each response`)
    }
  }
  const needs: [path: string, method: string, security: Record<string, string[]>[]][] = [
    ['/api/user', 'get', [{ session: [] }, { bearer: ['read'] }]],
    ['/api/rename/{id}', 'patch', [{ session: [], csrf: [] }, { bearer: ['write'] }]],
    ['/api/admin/audit', 'get', [{ session: ['admin'] }, { bearer: ['account', 'admin'] }]],
    ['/api/admin/settings', 'patch', [{ session: ['admin'], csrf: [] }, { bearer: ['account', 'admin'] }]],
    ['/api/config', 'get', [{}]],
    ['/api/zip', 'post', [{ session: [], csrf: [] }, { bearer: ['read'] }]],
    ['/api/teams/invitations/{id}', 'put', [{ csrf: [] }, { bearer: ['write'] }]],
  ]
  for (const [path, method, security] of needs) t.same(document.paths[path]?.[method]?.security, security, path)
  for (const { method, path, errors } of routes) t.ok(errors.includes('platform.internal'), `${method} ${path}`)
})

t.test('GET /api/openapi.json is a valid document with every call of the command line’s', async (t) => {
  const app = await testApp(t)
  const answer = await fetch(`${app.url}/api/openapi.json`)
  t.match(answer.headers.get('content-type'), /^application\/json/)
  const text = await answer.text()
  t.strictSame(await new Validator().validate(JSON.parse(text)), { valid: true })
  const pathsOf = (json: string) => Object.keys((JSON.parse(json) as Document).paths)
  const paths = pathsOf(text)
  t.ok(paths.length > 100, `${paths.length} paths`)
  t.strictSame(pathsOf(await call(testFolder(t), 'openapi')).sort(), paths.sort())
})

t.test('GET /api/openapi.json: calls have examples that fit their schemas', async (t) => {
  const app = await testApp(t)
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  const seen = { with: 0, without: [] as string[] }
  const check = (
    at: string,
    { content }: { content?: Record<string, { schema?: unknown; example?: unknown }> } = {},
  ) => {
    const body = content?.['application/json']
    // A download has no schema.
    if (!body?.schema) return
    if (!('example' in body)) return void seen.without.push(at)
    const pointer = [...at.split(' '), 'content', 'application/json', 'schema'].map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`openapi#/paths/${pointer.join('/')}`)
    t.ok(validate?.(body.example), `${at}: ${JSON.stringify(body.example)} ${ajv.errorsText(validate?.errors)}`)
    seen.with += 1
  }
  for (const [path, calls] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(calls)) {
      check(`${path} ${method} requestBody`, requestBody)
      for (const [status, response] of Object.entries(responses))
        if (Number(status) < 300) check(`${path} ${method} responses ${status}`, response)
    }
  t.ok(seen.with > 200, `${seen.with} examples`)
  t.strictSame(seen.without, [], 'each has one')
})

t.test('the validator rejects an invalid document', async (t) => {
  const { valid } = await new Validator().validate({ openapi: '3.1.0', info: { title: 'x' }, paths: { nowhere: {} } })
  t.equal(valid, false)
})
