import { runInThisContext } from 'node:vm'
import t from 'tap'
import { parseAst } from 'vite'
import { sharePageConfigs } from './page-configs.ts'

const same = '{ value: true, of: [1, { a: null }] }'
const page = (values: string) => `{ configValuesSerialized: { ${values} } }`

/** The value of an expression as it is, and of the same with shared objects. */
const evaluate = (expression: string) => {
  const shared = sharePageConfigs(`globalThis.table = ${expression}`, parseAst)
  return {
    shared,
    before: runInThisContext(`(${expression})`),
    after: runInThisContext(`(() => ${`{${shared}}`})(), table`),
  }
}

t.test('page configs: settings that several pages declare are one object, and the table stays equal', async (t) => {
  const { shared, before, after } = evaluate(
    `[${page(`a: ${same}`)}, ${page(`a: ${same}`)}, ${page(`["a"]: ${same}, b: { value: 2 }`)}, ${page(`c: ${same}`)}]`,
  )
  t.same(after, before)
  t.equal(after[0].configValuesSerialized, after[1].configValuesSerialized, 'the whole object of equal pages')
  t.equal(after[2].configValuesSerialized.a, after[3].configValuesSerialized.c, 'the equal settings of others')
  t.equal(shared.split('of: [1').length - 1, 2, 'once in the object of the equal pages, once for the others')
})

t.test('page configs: what is no constant, and what Vike changes when it reads it, stays where it is', async (t) => {
  for (const value of [
    '{ value: () => 1 }',
    '{ value: [globalThis] }',
    `{ value: '!undefined' }`,
    '{ ...{ value: 1 } }',
  ]) {
    const expression = `[${page(`a: ${value}`)}, ${page(`a: ${value}`)}]`
    t.equal(sharePageConfigs(`table = ${expression}`, parseAst), `table = ${expression}`, value)
  }
})

t.test('page configs: ids of modules and folders of pages are left out', async (t) => {
  const { after } = evaluate(
    `[{ at: { route: '/a', definedAtLocation: '/pages/a/' }, load: () => ({ moduleId: 'virtual:page', exports: 1 }), configValuesSerialized: {} }]`,
  )
  t.same(after[0].at, { route: '/a', definedAtLocation: '' })
  t.same(after[0].load(), { moduleId: '', exports: 1 })
})
