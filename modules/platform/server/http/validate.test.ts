import t from 'tap'
import { Check, Clean, Convert } from 'typebox/value'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  openObject,
  optional,
  string,
} from '../../../shared/contract.ts'
import type { AppError } from '../errors.ts'
import { compileCheck, type Part } from './validate.ts'

const fields = object({
  name: string({ minLength: 1, maxLength: 5 }),
  offset: optional(integer({ minimum: 0 })),
  deep: optional(boolean()),
  choice: optional(oneOf(['keep', 'skip'])),
})

const taken = (schema: Parameters<typeof compileCheck>[0], part: Part, value: unknown) => {
  try {
    return compileCheck(schema, part)(value)
  } catch (error) {
    return (error as AppError).extras.errors ?? (error as AppError).code
  }
}

t.test(
  'fields of a query: text becomes what is wanted, what nobody named is dropped, the rest is refused by field',
  async (t) => {
    t.same(taken(fields, 'query', { name: 'a', offset: '12' }), { name: 'a', offset: 12 })
    t.same(taken(fields, 'query', { name: 'a', deep: 'true', choice: 'skip' }), {
      name: 'a',
      deep: true,
      choice: 'skip',
    })
    t.same(taken(fields, 'query', { name: '12', role: 'admin' }), { name: '12' }, 'a name of digits stays text')
    t.same(taken(fields, 'query', { offset: '1' }), { name: ['platform:validation.required'] })
    t.same(taken(fields, 'query', { name: 'a', offset: '-1' }), { offset: ['platform:validation.out-of-range'] })
    t.same(taken(fields, 'query', { name: 'a', offset: '1.5' }), taken(fields, 'query', { name: 'a', offset: 1.5 }))
    t.same(taken(fields, 'query', { name: 'abcdef' }), { name: ['platform:validation.too-long'] })
    t.same(taken(fields, 'query', { name: 'a', choice: 'x' }), { choice: ['platform:validation.invalid'] })
    t.throws(() => compileCheck(object({ id: integer() }), 'params')({ id: 'x' }), { code: 'not-found' })
  },
)

t.test('what is taken at a look is what walking the schema would have made of it', async (t) => {
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
        const walked = Clean(schema, Convert(schema, { ...given }))
        const result = taken(schema, 'query', given)
        if (Check(schema, walked)) t.strictSame(result, walked, JSON.stringify(given))
        else t.notOk(Check(schema, result), `${JSON.stringify(given)} is refused`)
      }
})

t.test('a body keeps no field that was not named, at no depth (A60)', async (t) => {
  const body = object({ items: array(object({ id: string() })), note: optional(nullable(string())) })
  t.same(taken(body, 'body', { items: [{ id: 'a' }], note: null }), { items: [{ id: 'a' }], note: null })
  t.same(taken(body, 'body', { items: [{ id: 'a', owner: 'me' }], role: 'admin' }), { items: [{ id: 'a' }] })
  t.same(taken(body, 'body', { items: [{ id: 7 }] }), { 'items.0.id': ['platform:validation.invalid'] })
})
