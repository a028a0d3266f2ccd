import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import t from 'tap'
import { testFolder } from '../../../tests/support/folders.ts'
import { setVariables } from './dot-env.ts'

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
