import t from 'tap'
import { Check, Clean, Convert } from 'typebox/value'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  oneOfAnyCase,
  openObject,
  optional,
  string,
  uuid,
} from '../../../shared/contract.ts'
import type { AppError } from '../errors.ts'
import { compileCheck, type RequestPart } from './validate.ts'

const fields = object({
  name: string({ minLength: 1, maxLength: 5 }),
  offset: optional(integer({ minimum: 0 })),
  deep: optional(boolean()),
  choice: optional(oneOf(['keep', 'skip'])),
})

const validated = (schema: Parameters<typeof compileCheck>[0], part: RequestPart, value: unknown) => {
  try {
    return compileCheck(schema, part)(value)
  } catch (error) {
    return (error as AppError).extras.errors ?? (error as AppError).code
  }
}

t.test('validate: converts the fields of a query, drops undeclared ones, and reports errors by field', async (t) => {
  t.same(validated(fields, 'query', { name: 'a', offset: '12' }), { name: 'a', offset: 12 })
  t.same(validated(fields, 'query', { name: 'a', deep: 'true', choice: 'skip' }), {
    name: 'a',
    deep: true,
    choice: 'skip',
  })
  t.same(validated(fields, 'query', { name: '12', role: 'admin' }), { name: '12' }, 'a name of digits stays a string')
  t.same(validated(fields, 'query', { offset: '1' }), { name: ['platform:validation.required'] })
  t.same(validated(fields, 'query', { name: 'a', offset: '-1' }), { offset: ['platform:validation.out-of-range'] })
  t.same(
    validated(fields, 'query', { name: 'a', offset: '1.5' }),
    validated(fields, 'query', { name: 'a', offset: 1.5 }),
  )
  t.same(validated(fields, 'query', { name: 'abcdef' }), { name: ['platform:validation.too-long'] })
  t.same(validated(fields, 'query', { name: 'a', choice: 'x' }), { choice: ['platform:validation.invalid'] })
  t.throws(() => compileCheck(object({ id: integer() }), 'params')({ id: 'x' }), { code: 'not-found' })
})

t.test('validate: a word that is accepted in any case is returned as the schema has it', async (t) => {
  const fields = {
    sort: optional(oneOfAnyCase(['name', 'created_at'])),
    direction: optional(oneOfAnyCase(['ASC', 'DESC'])),
  }
  for (const schema of [object(fields), openObject(fields)]) {
    t.same(validated(schema, 'query', { sort: 'Created_AT', direction: 'desc' }), {
      sort: 'created_at',
      direction: 'DESC',
    })
    t.same(validated(schema, 'query', { direction: 'ASC' }), { direction: 'ASC' })
    t.same(validated(schema, 'query', { direction: 'up' }), { direction: ['platform:validation.invalid'] })
  }
})

t.test('validate: the fast reader returns what the general conversion returns', async (t) => {
  const schemas = [
    fields,
    object({ at: nullable(string()), n: optional(nullable(integer())) }),
    openObject({ n: integer() }),
  ]
  const texts = [
    '',
    '0',
    '7',
    '-3',
    '007',
    '1.0',
    '1.5',
    '1e3',
    '+1',
    ' 4',
    '9007199254740993',
    'null',
    'true',
    'keep',
    'NaN',
    'abc',
  ]
  for (const schema of schemas)
    for (const one of texts)
      for (const other of texts) {
        const given = { name: one, offset: other, choice: other, at: one, n: other, more: one }
        const converted = Clean(schema, Convert(schema, { ...given }))
        const result = validated(schema, 'query', given)
        if (Check(schema, converted)) t.strictSame(result, converted, JSON.stringify(given))
        else t.notOk(Check(schema, result), `${JSON.stringify(given)} is rejected`)
      }
})

t.test('validate: drops undeclared fields of a body at every depth (A60)', async (t) => {
  const body = object({ items: array(object({ id: string() })), note: optional(nullable(string())) })
  t.same(validated(body, 'body', { items: [{ id: 'a' }], note: null }), { items: [{ id: 'a' }], note: null })
  t.same(validated(body, 'body', { items: [{ id: 'a', owner: 'me' }], role: 'admin' }), { items: [{ id: 'a' }] })
  t.same(validated(body, 'body', { items: [{ id: 7 }] }), { 'items.0.id': ['platform:validation.invalid'] })
})

t.test(
  'validate: outer spaces of a body do not make a text invalid, and an empty text is null where only that fits',
  (t) => {
    const schema = object({
      id: nullable(string({ pattern: '^[a-z]+$' })),
      emails: optional(array(string({ pattern: '^\\S+@\\S+$' }))),
      inner: optional(object({ choice: oneOf(['keep', 'skip']) })),
      name: optional(string()),
      password: optional(string({ pattern: '^\\S+$' })),
    })
    t.same(validated(schema, 'body', { id: ' abc ', emails: ['a@b ', 'c@d'], inner: { choice: 'skip\n' } }), {
      id: 'abc',
      emails: ['a@b', 'c@d'],
      inner: { choice: 'skip' },
    })
    t.same(validated(schema, 'body', { id: '' }), { id: null })
    t.same(validated(schema, 'body', { id: '', name: ' x ' }), { id: null, name: ' x ' }, 'what is valid stays')
    t.same(validated(schema, 'body', { id: null, password: ' x ' }), { password: ['platform:validation.invalid'] })
    t.same(validated(schema, 'body', { id: ' 1 ' }), { id: ['platform:validation.invalid'] })
    t.same(validated(schema, 'query', { id: ' abc ' }), { id: ['platform:validation.invalid'] }, 'bodies only')
    t.end()
  },
)

t.test('validate: ids are written in lower case, as the database has them', async (t) => {
  const id = 'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE'
  const lower = id.toLowerCase()
  const schema = object({
    id: uuid(),
    parent: nullable(uuid()),
    ids: optional(array(uuid())),
    items: optional(array(object({ id: uuid(), name: string() }))),
  })
  t.same(validated(schema, 'body', { id, parent: id, ids: [id], items: [{ id, name: id }] }), {
    id: lower,
    parent: lower,
    ids: [lower],
    items: [{ id: lower, name: id }],
  })
  t.same(validated(schema, 'body', { id, parent: null }), { id: lower, parent: null })
  for (const part of ['params', 'query'] as const)
    t.same(validated(object({ id: uuid() }), part, { id }), { id: lower })
})
