import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RateLimit } from '../../modules/platform/index.ts'

const tree = join(import.meta.dirname, '../..')
const files = globSync('modules/*/server/rate-limits.ts', { cwd: tree }).sort()
const read = (file: string) => readFileSync(join(tree, file), 'utf8')
const imported = await Promise.all(
  files.map(async (file) => ({
    file,
    limits: (await import(join(tree, file))).rateLimits as Record<string, RateLimit>,
  })),
)

const windows = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3_600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
] as const

const windowText = (windowSeconds: number) => {
  const { seconds, unit } = windows.find((each) => windowSeconds % each.seconds === 0) ?? { seconds: 1, unit: 'second' }
  const count = windowSeconds / seconds
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

t.test('docs/security.md lists every rate limit', async (t) => {
  const rows = imported.flatMap(({ file, limits }) => [
    `| **\`${file}\`** | |`,
    ...Object.entries(limits).map(
      ([name, { limit, windowSeconds, locks }]) =>
        `| \`${name}\` | ${limit.toLocaleString('en')} in ${windowText(windowSeconds)}${locks ? ', locks' : ''} |`,
    ),
  ])
  const [, section = ''] = read('docs/security.md').split('\n## Rate limits\n')
  const listed = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  t.strictSame(listed.slice(2), rows)
})

t.test('each rate limit has a key of its own', async (t) => {
  const keys = imported.flatMap(({ limits }) => Object.values(limits).map(({ key }) => key))
  t.ok(keys.length > 40)
  t.equal(new Set(keys).size, keys.length)
})

t.test('rate limits are defined in rate-limits.ts only', async (t) => {
  const code = globSync('{modules,server}/**/*.ts', { cwd: tree }).filter((file) => !file.endsWith('.test.ts'))
  t.strictSame(code.filter((file) => /\bwindowSeconds: (?!number\b)/.test(read(file))).sort(), files)
})
