import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { Teardown } from '../support/folders.ts'
import { testFolder } from '../support/folders.ts'
import { checkTexts } from './i18n.ts'

const sound = {
  'modules/web/ui/A.tsx':
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the planted tree
    "export const A = () => <p title={t('web:a.title', { name })}>{t(`web:kind.${kind}`, { x: t('web:files', { count }) })}</p>",
  'modules/web/server/errors.ts': "errorTable('web', {\n  'not-found': 404,\n  gone: 410,\n})",
  'modules/web/b.ts': '// i18n-keys: web:built.*\nexport const other = "node:fs" // t("web:not.a.use")',
  'locales/en/web.json': {
    a: { title: 'Hello {{name}}' },
    kind: { x: 'X', y: 'Y' },
    files_one: 'One file',
    files_other: '{{count}} files',
    error: { 'not-found': 'No', gone: 'Gone' },
    built: { one: 'One' },
  },
}
const german = {
  a: { title: 'Hallo {{name}}' },
  kind: { x: 'X', y: 'Y' },
  files_one: 'Eine Datei',
  files_other: '{{count}} Dateien',
  error: { 'not-found': 'Nein', gone: 'Weg' },
  built: { one: 'Eins' },
}

const faultsOf = (t: Teardown, files: Record<string, unknown>): string => {
  const folder = testFolder(t)
  for (const [path, content] of Object.entries({ ...sound, 'locales/de/web.json': german, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return checkTexts(folder).faults.join('\n')
}

t.test('the error tables of slices need texts as the tables of modules do', async (t) => {
  const table = { 'modules/web/slice/server/errors.ts': "errorTable('web', {\n  'slice-fault': 409,\n})" }
  t.match(faultsOf(t, table), /web:error\.slice-fault is not in locales\/en/)
})

t.test('locales: texts that agree with the code have no fault', async (t) => {
  t.equal(faultsOf(t, {}), '')
})

t.test('locales: each kind of fault is reported', async (t) => {
  const english = sound['locales/en/web.json']
  const twice = { ...english, files_other: '{{count, number}} files' }
  t.match(faultsOf(t, { 'locales/en/web.json': twice }), /en: web:files_other formats its count/)
  const digit = { ...german, files_one: '1 Datei' }
  t.match(faultsOf(t, { 'locales/de/web.json': digit }), /de: web:files_one has a number instead of \{\{count/)
  const several = { ...german, files_other: 'Dateien' }
  t.match(faultsOf(t, { 'locales/de/web.json': several }), /de: web:files_other has placeholders \[\]/)
  const counted = { ...english, built: { one: '{{use}} of {{total}} members' } }
  t.match(faultsOf(t, { 'locales/en/web.json': counted }), /web:built\.one has a number beside a noun and no plural/)
  const npm = { ...german, error: { ...german.error, gone: 'npm run cli -- fsck' } }
  t.match(faultsOf(t, { 'locales/de/web.json': npm }), /de: web:error\.gone names npm/)
  t.match(faultsOf(t, { 'modules/web/c.ts': "t('web:nowhere')" }), /c\.ts: web:nowhere is not in locales\/en/)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the planted tree
  t.match(faultsOf(t, { 'modules/web/c.ts': 't(`web:nowhere.${x}`)' }), /web:nowhere\.\* is not in/)
  t.match(faultsOf(t, { 'modules/users/c.ts': "t('users:x')" }), /users:x is not in/, 'a namespace without a file')
  t.match(
    faultsOf(t, { 'modules/web/server/errors.ts': "errorTable('web', {\n 'too-late': 1,\n})" }),
    /web:error\.too-late is not/,
  )
  t.match(
    faultsOf(t, { 'locales/en/web.json': { ...english, spare: 'x' } }),
    /web:spare is not used[\s\S]*de: web:spare is missing/,
  )
  t.match(faultsOf(t, { 'locales/de/web.json': { ...german, extra: 'x' } }), /de: web:extra is not in English/)
  t.match(faultsOf(t, { 'locales/de/web.json': { ...german, a: { title: ' ' } } }), /de: web:a\.title is empty/)
  t.match(
    faultsOf(t, { 'locales/de/web.json': { ...german, a: { title: 'Hallo {{nmae}}' } } }),
    /placeholders \[{{nmae}}\]/,
  )
  const call = (code: string) => faultsOf(t, { 'modules/web/c.ts': code })
  t.match(call("t('web:a.title')"), /c\.ts: web:a\.title is not given its name/)
  t.match(call("texts.t('web:files', { number })"), /web:files is not given its count/)
  t.equal(call("t('web:files', { count: 2 }) + t('web:a.title', { name }) + t('web:a.title', all)"), '')
  t.match(faultsOf(t, { 'locales/de/web.json': { ...german, files_one: undefined } }), /de: web:files_one is missing/)
})
