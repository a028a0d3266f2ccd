import fastify from 'fastify'
import t from 'tap'
import { array, integer, literal, nullable, object, oneOf, optional, string, union } from '../../../shared/contract.ts'
import { serializationSchema } from './serialization-schema.ts'

const Size = object({ width: integer(), unit: nullable(string()) })
const Shape = object({
  name: nullable(string()),
  size: nullable(Size),
  kind: nullable(oneOf(['round', 'square'])),
  list: nullable(array(nullable(Size))),
  either: union([literal('a'), Size]),
  missing: optional(nullable(string())),
})
const app = fastify()
const write = await new Promise<(value: unknown) => string>((resolve) => {
  app.get('/', async (_request, reply) => {
    resolve(reply.compileSerializationSchema(serializationSchema(Shape) as never) as (value: unknown) => string)
    return ''
  })
  app.inject('/')
})
t.teardown(() => app.close())

t.test('values and nulls are written as they are, in every depth', async (t) => {
  const size = { width: 1, unit: null }
  for (const value of [
    { name: null, size: null, kind: null, list: null, either: 'a' },
    { name: 'a "b"', size: { width: 2, unit: 'px' }, kind: 'round', list: [null, size], either: size, missing: null },
  ])
    t.strictSame(JSON.parse(write(value)), value)
})

t.test('undeclared properties are left out, also of nullable objects', async (t) => {
  const size = { width: 1, unit: 'px', secret: 1 }
  const value = { name: 'a', size, kind: null, list: [size], either: 'a', secret: 1 }
  t.notMatch(write(value), 'secret')
})

t.test('a missing value is an error, not null', async (t) => {
  t.throws(() => write({ name: 'a', kind: null, list: null, either: 'a' }), /"size" is required/)
})

t.test('a schema that several responses share is converted once', async (t) => {
  const one = serializationSchema(object({ size: Size })) as { properties: { size: object } }
  const other = serializationSchema(object({ size: Size })) as { properties: { size: object } }
  t.equal(one.properties.size, other.properties.size)
})
