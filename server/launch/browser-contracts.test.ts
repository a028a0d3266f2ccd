import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testApp } from '../../tests/support/app.ts'
import { root } from '../../tests/support/test-files.ts'
import { ensureBuilt } from './build.mjs'

const scripts = (side: 'client' | 'server') =>
  globSync(`dist/${side}/**/*.{js,mjs}`, { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

t.test('browsers get method and path of an endpoint, and nothing that only the server needs', async (t) => {
  ensureBuilt()
  const [client, server] = [scripts('client'), scripts('server')]
  const { app } = (await testApp(t)).coffer
  const specs = [...app.served.values()].filter(({ summary }) => server.includes(`summary: "${summary}"`))
  t.ok(specs.length >= 80, `the server's bundle has the summaries of its contracts (${specs.length})`)
  const named = (text: string) =>
    specs.filter(({ summary }) => new RegExp(`summary:\\s*["'\`]${RegExp.escape(summary)}`).test(text))
  t.equal(named(server).length, specs.length, 'the search finds them')
  t.strictSame(named(client), [], 'summaries')

  const paths = specs.filter(({ path }) => client.includes(`path:\`${path}\``))
  t.ok(paths.length >= 60, `browsers have the paths they call (${paths.length})`)
  const errorLists = (text: string) => text.match(/errors: ?\[\s*["'`][a-z-]+\.[a-z-]+/g) ?? []
  t.ok(errorLists(server).length >= 40, `the server's bundle has the error codes of its contracts`)
  t.strictSame(errorLists(client), [], 'lists of error codes')
})
