import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import t from 'tap'
import { testFolder } from '../../../tests/support/folders.ts'
import { setVariableIfMissing, setVariables } from './dot-env.ts'

t.test('variables are set and removed, and others stay', async (t) => {
  const folder = testFolder(t)
  const file = join(folder, '.env')
  const read = () => parseEnv(readFileSync(file, 'utf8'))
  setVariables(folder, { APP_URL: 'https://files.example.com' })
  t.equal(statSync(file).mode & 0o777, 0o600)
  writeFileSync(file, `# mine\nexport PORT = 1\n${readFileSync(file, 'utf8')}`)
  const values = { URL: 's3://key:se#cr/et+@host/bucket?region=x&tls=0', QUOTES: `it's "so" #1`, SPACE: ' a  b ' }
  setVariables(folder, { PORT: '2', ...values })
  t.strictSame({ ...read() }, { APP_URL: 'https://files.example.com', PORT: '2', ...values })
  setVariables(folder, { PORT: null, URL: null })
  t.strictSame(Object.keys(read()), ['APP_URL', 'QUOTES', 'SPACE'])
  t.match(readFileSync(file, 'utf8'), /^# mine$/m)
  t.throws(() => setVariables(folder, { PORT: 'two\nlines' }), /cannot be written/)
})

t.test('a missing variable is set once, and one that is there stays', async (t) => {
  const folder = testFolder(t)
  t.equal(setVariableIfMissing(folder, 'APP_KEY', 'first'), 'first')
  t.equal(setVariableIfMissing(folder, 'APP_KEY', 'second'), 'first')
  setVariables(folder, { APP_KEY: '' })
  writeFileSync(join(folder, '.env.APP_KEY'), 'of a killed process')
  t.equal(setVariableIfMissing(folder, 'APP_KEY', 'third'), 'of a killed process', 'empty counts as missing')
  t.strictSame(readdirSync(folder), ['.env'])
})

t.test('processes that start at the same moment all get the key that is stored', async (t) => {
  const folder = testFolder(t)
  const script = `
    import { existsSync } from 'node:fs'
    import { loadConfig } from ${JSON.stringify(new URL('config.ts', import.meta.url).href)}
    console.log('ready')
    while (!existsSync(${JSON.stringify(join(folder, 'go'))}));
    console.log(loadConfig({ DATA_DIR: ${JSON.stringify(join(folder, 'data'))} }).appKey.toString('base64url'))`
  const children = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (data) => {
      text += data
    })
    return { ready: once(child.stdout, 'data'), ended: once(child, 'close'), key: () => text.split('\n')[1] }
  })
  await Promise.all(children.map(({ ready }) => ready))
  writeFileSync(join(folder, 'go'), '')
  await Promise.all(children.map(({ ended }) => ended))
  const { APP_KEY: stored } = parseEnv(readFileSync(join(folder, 'data', '.env'), 'utf8'))
  t.strictSame(
    children.map(({ key }) => key()),
    children.map(() => stored),
  )
})
