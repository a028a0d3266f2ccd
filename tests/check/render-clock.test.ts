import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { readSources } from './key-uses.ts'
import { checkRenderClock } from './render-clock.ts'

const component = (body: string) => `export const Card = ({ at, rows }) => {\n${body}\n}\n`
/** Clock readings by file name; the readings of `late` run after the rendering. */
const fixtures: Record<string, string> = {
  'Direct.tsx': component('return <time>{ago(at, Date.now())}</time>'),
  'InList.tsx': component('return <ul>{rows.map((row) => <li>{ago(row, new Date())}</li>)}</ul>'),
  'InHelper.tsx': component(
    'const text = (iso) => ago(iso, Date.now())\nreturn <ul>{rows.map(text)}<b>{text(at)}</b></ul>',
  ),
  'useText.ts': 'export const useText = (at) => useMemo(() => ({ text: (iso) => ago(iso, Date.now()) }), [at])',
  'lateHandler.tsx': component('return <Button onClick={() => save(Date.now())} />'),
  'lateHelper.tsx': component('const save = () => store(Date.now())\nreturn <Button onClick={() => save()} />'),
  'lateEffect.tsx': component('useEffect(() => store(Date.now()), [])\nreturn null'),
  'lateAsync.tsx': component('const load = async () => store(Date.now())\nreturn <Button onClick={load} />'),
  'lateOption.ts': 'export const useStore = () => useState(() => create({ onChange: () => mark(Date.now()) }))',
  'lateDate.tsx': component('return <time>{ago(at, new Date(at))}</time>'),
  'latePlain.ts': 'export const stamp = () => Date.now()',
}

t.test(
  'render clock: reports what a component or hook reads while it renders, and nothing that runs later',
  async (t) => {
    const tree = testFolder(t)
    const folder = join(tree, 'modules', 'any', 'ui')
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(fixtures)) writeFileSync(join(folder, name), text)
    const { files, faults } = checkRenderClock(readSources(tree))
    t.equal(files, Object.keys(fixtures).length)
    t.strictSame(
      faults.map((fault) => fault.split(/[/:]/)[3]).sort(),
      Object.keys(fixtures)
        .filter((name) => !name.startsWith('late'))
        .sort(),
    )
  },
)
