import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { ownDataDir } from '../../modules/platform/index.ts'
import { startEmbedded } from '../../modules/platform/postgres.ts'
import { testApp } from '../../tests/support/app.ts'
import { childEnv } from '../../tests/support/child-env.ts'
import { cli } from '../../tests/support/cli.ts'
import { testFolder } from '../../tests/support/folders.ts'
import { handOverDataDir } from './hand-over-data-dir.ts'
import { unreadablePart } from './unreadable-part.ts'

const install = (...args: string[]) => cli({}, 'service', 'install', ...args)

t.test('service install: writes a unit that systemd accepts, its account and its folders', async (t) => {
  const root = testFolder(t)
  const options = ['--root', root, '--data-dir', '/srv/files', '--app-url', 'https://files.example.com']
  const installed = await install(...options, '--json')
  t.equal(installed.code, 0, installed.err)
  const { files, started, next } = JSON.parse(installed.out)
  t.equal(started, false)
  t.match(next, ['systemd-sysusers', /tmpfiles/, 'systemctl daemon-reload', /enable/, /restart/])
  const [unitFile, account, folders] = files as string[]
  t.equal(unitFile, join(root, 'etc/systemd/system/coffer.service'))
  const unit = readFileSync(String(unitFile), 'utf8')
  t.match(unit, /^ExecStart=\/\S+node \/\S+\/server\/launch\/start\.mjs$/m)
  t.match(unit, /^ExecStartPre=\+\/usr\/bin\/env PATH=\S+ node \/\S+\/prepare\.mjs$/m, 'a checkout is built as root')
  t.match(unit, /^ReadWritePaths=\/srv\/files -\/var\/backups\/coffer$/m)
  t.match(unit, /^RequiresMountsFor=\/srv\/files$/m)
  t.match(unit, /^Environment=APP_URL=https:\/\/files\.example\.com$/m)
  t.match(unit, /^After=.* time-sync\.target /m)
  t.match(unit, /^Wants=.* time-sync\.target$/m)
  t.match(readFileSync(String(account), 'utf8'), 'u coffer - "Coffer" /srv/files\n')
  t.match(readFileSync(String(folders), 'utf8'), 'd /srv/files 0700 coffer coffer -\n')
  t.equal((await install(...options, '--print')).out, unit, '--print shows what is written')

  const verified = spawnSync('systemd-analyze', ['verify', String(unitFile)], { encoding: 'utf8' })
  if (verified.error) return t.comment('systemd-analyze is not installed: the unit is not verified')
  t.equal(verified.stderr, '')
  t.equal(verified.status, 0)
  const security = ['security', '--offline=yes', '--threshold=14', '--no-pager', String(unitFile)]
  const { status, stdout } = spawnSync('systemd-analyze', security, { encoding: 'utf8' })
  t.equal(status, 0, stdout.trim().split('\n').at(-1) ?? '')
})

t.test('service install: an upgrade keeps the address and the data of the former unit', async (t) => {
  const root = testFolder(t)
  const unit = () => readFileSync(join(root, 'etc/systemd/system/coffer.service'), 'utf8')
  const first = await install('--root', root, '--data-dir', '/srv/files', '--app-url', 'https://files.example.com')
  t.notMatch(first.out, /kept/)
  const former = unit()
  const again = await install('--root', root)
  t.match(again, {
    code: 0,
    out: /^kept from the former unit: --data-dir \/srv\/files --app-url https:\/\/files\.example\.com$/m,
  })
  t.equal(unit(), former)
  t.match(JSON.parse((await install('--root', root, '--json')).out).kept, { 'data-dir': '/srv/files' })

  const moved = await install('--root', root, '--app-url', 'https://new.example.com')
  t.match(moved, { code: 0, out: /^kept from the former unit: --data-dir \/srv\/files$/m })
  t.match(unit(), /^Environment=APP_URL=https:\/\/new\.example\.com$/m, 'what is given replaces what was there')
  t.match(unit(), /^ReadWritePaths=\/srv\/files /m)
})

t.test('the command coffer works on the instance of the service, with its drop-ins', async (t) => {
  const root = testFolder(t)
  const app = await testApp(t)
  t.equal((await install('--root', root, '--data-dir', app.dataDir)).code, 0)
  const dropIns = join(root, 'etc/systemd/system/coffer.service.d')
  mkdirSync(dropIns)
  // As an operator writes it who moves the database.
  writeFileSync(
    join(dropIns, 'override.conf'),
    `[Service]\n# Ours\nEnvironment=PORT=8080 \\\n  "DATABASE_URL=postgres://x@127.0.0.1:1/x"\nEnvironmentFile=-/none\nEnvironmentFile=/etc/coffer.env\n`,
  )
  writeFileSync(join(root, 'etc/coffer.env'), `DATABASE_URL='${app.db.url}'\n`)
  const command = join(root, 'usr/local/bin/coffer')
  const run = (cwd: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...childEnv, COFFER_SERVICE_ROOT: root, DATABASE_URL: 'postgres://x@127.0.0.1:1/other' }
      execFile(command, args, { env, cwd }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
      )
    })
  const set = await run(root, 'setting', 'app_title', 'Ours')
  t.match(set, { code: 0, out: 'Ours\n' }, set.err)
  t.equal(await app.coffer.platform.settings.get('app_title'), 'Ours')
  const folder = testFolder(t)
  const made = await run(folder, 'backup', 'here')
  t.match(made, { code: 0, out: /^made backup/ }, made.err)
  t.ok(existsSync(join(folder, 'here', 'snapshots')), 'folders are those of the terminal')
  t.match(await run(root, 'help'), { out: /^coffer <command>\n/ })

  writeFileSync(command, '#!/bin/sh\nexec another program\n')
  t.match(await install('--root', root), { code: 0, out: /^left \/usr\/local\/bin\/coffer as it is/m })
  t.equal(readFileSync(command, 'utf8'), '#!/bin/sh\nexec another program\n')
})

t.test('service install: lists that the data of another account is handed over', async (t) => {
  const root = testFolder(t)
  const before = JSON.parse((await install('--root', root, '--json')).out)
  t.notOk(before.next.some((step: string) => step.startsWith('chown')))
  mkdirSync(join(root, 'var/lib/coffer/blobs'), { recursive: true })
  const { next } = JSON.parse((await install('--root', root, '--json')).out)
  t.match(next, [/sysusers/, /tmpfiles/, 'chown -hR coffer: /var/lib/coffer', 'systemctl daemon-reload'])
})

t.test(
  'service install: hands a DATA_DIR that root restored to the account of the service, unless a server runs on it',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const account = { name: 'somebody', uid: 65_534, gid: 65_534 }
    const [folder, outside] = [testFolder(t), testFolder(t)]
    const file = join(folder, 'blobs', 'file')
    mkdirSync(dirname(file))
    writeFileSync(file, '')
    symlinkSync(outside, join(folder, 'link'))
    const uids = () => [folder, file, outside].map((path) => statSync(path).uid)
    const owner = await ownDataDir(folder)
    await t.rejects(handOverDataDir(folder, account), {
      message: new RegExp(`in use by another Coffer .process ${process.pid}`),
    })
    owner.release()
    const postgres = join(folder, 'postgres')
    const database = await startEmbedded(postgres)
    await t.rejects(handOverDataDir(folder, account), { message: /in use by PostgreSQL .process \d+.: stop it first/ })
    await database.stop()
    t.same(uids(), [0, 0, 0])
    await handOverDataDir(folder, account)
    t.same(uids(), [account.uid, account.uid, 0], 'a link is not followed')
    t.equal(statSync(join(postgres, 'data', 'PG_VERSION')).uid, account.uid)
    await handOverDataDir(join(folder, 'missing'), account)
  },
)

t.test('service install: rejects values that a unit cannot hold, and wrong usage', async (t) => {
  t.match(await install('--print', '--data-dir', '/srv/my files'), { code: 2, err: /^--data-dir may contain letters/ })
  t.match(await install('--print', '--data-dir', '/srv/%h'), { code: 2, err: /^--data-dir may contain letters/ })
  t.match(await install('--print', '--app-url', 'files.example.com'), { code: 1, err: /^APP_URL must be an http/ })
  t.match(await install('--start', '--root', testFolder(t)), { code: 2, err: /^service install \[/ })
  t.match(await cli({}, 'service', 'remove'), { code: 2, err: /^service install \[/ })
  t.match(await cli({}, 'service', '--help'), { code: 0, out: /--data-dir/ })
})

t.test('service install: names the folder that the account of the service cannot read', (t) => {
  const folder = testFolder(t)
  chmodSync(folder, 0o755)
  const inner = join(folder, 'private')
  mkdirSync(inner)
  const file = join(inner, 'main.ts')
  writeFileSync(file, '')
  for (const [path, mode, part] of [
    [file, 0o644, null],
    [inner, 0o700, inner],
    [file, 0o600, file],
  ] as const) {
    chmodSync(path, mode)
    t.equal(unreadablePart(file), part)
  }
  t.end()
})
