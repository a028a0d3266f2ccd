import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { readOnlyFolders } from './folders.ts'
import { missingExtensions } from './limits.ts'
import { checkPorts } from './ports.ts'
import { readRequirements } from './requirements.ts'

t.test('missing extensions of PostgreSQL are named', async (t) => {
  t.same(missingExtensions({ extensions: ['plpgsql', 'unaccent'] }), ['pg_trgm'])
  t.same(missingExtensions({ extensions: ['pg_trgm', 'unaccent'] }), [])
})

t.test('ports: used by this server while it runs, else free; each address is named', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const config = { host: '127.0.0.1', port, metricsPort: null, appUrl: 'http://localhost' }
  const value = `127.0.0.1:${port}`
  t.same(await checkPorts(config, { isRunning: true }), { isOk: true, value })
  t.same(await checkPorts(config, { isRunning: false }), { isOk: false, value }, 'another program has it')
  const other = { ...config, port: 0, appUrl: `http://localhost:${port}` }
  t.same(await checkPorts(other, { isRunning: true }), { isOk: true, value }, 'the free port that was selected')
  t.match(
    await checkPorts({ ...config, host: '192.0.2.1' }, { isRunning: false }),
    { isOk: false },
    'an address of another machine',
  )
  await new Promise((resolve) => server.close(resolve))
  t.same(await checkPorts(config, { isRunning: false }), { isOk: true, value })
  t.same(await checkPorts(config, { isRunning: true }), { isOk: false, value })
})

t.test('folders of DATA_DIR that cannot be written are named; those to come do not count', async (t) => {
  const folder = testFolder(t)
  mkdirSync(join(folder, 'mail'))
  writeFileSync(join(folder, '.env'), '')
  t.same(await readOnlyFolders(folder), [])
  t.same(await readOnlyFolders(join(folder, 'missing')), [join(folder, 'missing')])
  if (process.getuid?.() === 0) return void t.comment('the superuser may write everything')
  chmodSync(join(folder, 'mail'), 0o500)
  t.same(await readOnlyFolders(folder), [join(folder, 'mail')])
})

t.test('free space: 2 GB are required; a file system that reports no size does not fail', async (t) => {
  const config = { dataDir: testFolder(t), host: '127.0.0.1', port: 0, metricsPort: null, appUrl: 'http://localhost' }
  const isOk = async (space: { free: number } | null) => {
    const platform = {
      config,
      db: { query: async () => [] },
      blobs: { space: async () => space, probe: async () => true },
      mailer: { check: async () => 'smtp' },
    }
    const found = await readRequirements(platform as unknown as Parameters<typeof readRequirements>[0], {
      isRunning: false,
    })
    return found.find(({ id }) => id === 'space')?.isOk
  }
  t.same([await isOk({ free: 2e9 }), await isOk({ free: 2e9 - 1 }), await isOk(null)], [true, false, true])
})

t.test('database: version 15 with 40 connections is required, and 20 more for each further app process', async (t) => {
  const dataDir = testFolder(t)
  const read = async (number: number, connections: number, workers = 1) => {
    const platform = {
      config: { dataDir, host: '127.0.0.1', port: 0, metricsPort: null, appUrl: 'http://localhost', workers },
      db: { query: async () => [{ number, connections, version: '15.18', now: new Date(), extensions: [] }] },
      blobs: { space: async () => null, probe: async () => true },
      mailer: { check: async () => 'smtp' },
    }
    const found = await readRequirements(platform as unknown as Parameters<typeof readRequirements>[0], {
      isRunning: false,
    })
    return found.find(({ id }) => id === 'database')
  }
  t.match(await read(150_018, 40), { isOk: true })
  t.match(await read(150_018, 39), { isOk: false, value: 'PostgreSQL 15.18, max_connections = 39' })
  t.match(await read(140_018, 100), { isOk: false })
  t.match([await read(150_018, 79, 3), await read(150_018, 80, 3)], [{ isOk: false }, { isOk: true }])
})
