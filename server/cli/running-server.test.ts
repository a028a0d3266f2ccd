import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import t from 'tap'
import { setVariables } from '../../modules/platform/server/dot-env.ts'
import { cli, countLines } from '../../tests/support/cli.ts'
import { testServer } from '../../tests/support/server.ts'

const bucket = 's3://key:secret@127.0.0.1:1/files?region=eu&pathStyle=1&tls=0'

t.test('the commands know the store and the version of the running server', async (t) => {
  const server = await testServer(t, { env: { LOG_LEVEL: 'error', COFFER_BUILD: '1a2b3c4d', BLOB_URL: '' } })
  const { BLOB_URL: _store, ...env } = server.cliEnv
  const doctor = await cli(env, 'doctor', '--json')
  const version = JSON.parse(doctor.out).find(({ id }: { id: string }) => id === 'version')
  t.match(version.values.version, /^\d+\.\d+\.\d+\+1a2b3c4d$/, 'the version is that of the server')

  // As the first `blobs move` leaves it.
  setVariables(server.dataDir, { BLOB_URL: bucket, BLOB_URL_PREVIOUS: 'local' })
  const second = await cli(env, 'blobs', 'move', '--to', bucket)
  t.match(second, { code: 1, err: /restart/ }, 'the server still stores files in the former store')
  t.equal(countLines(second.err), 1)
  t.equal(parseEnv(readFileSync(join(server.dataDir, '.env'), 'utf8')).BLOB_URL_PREVIOUS, 'local')
})
