import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli } from '../../tests/support/cli.ts'
import { testFolder } from '../../tests/support/folders.ts'
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
  t.match(unit, /^Environment=APP_URL=https:\/\/files\.example\.com$/m)
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

t.test('service install: rejects what a unit cannot hold, and wrong usage', async (t) => {
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
