import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Teardown } from '../../tests/support/folders.ts'
import { testFolder } from '../../tests/support/folders.ts'

const root = new URL('../..', import.meta.url).pathname

/** A fresh clone of a small project with the installer and one package whose installation takes two seconds. */
const freshClone = (t: Teardown) => {
  const folder = testFolder(t)
  cpSync(join(root, 'server', 'launch'), join(folder, 'server', 'launch'), { recursive: true })
  cpSync(join(root, '.gitignore'), join(folder, '.gitignore'))
  mkdirSync(join(folder, 'part'))
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content))
  const part = { name: 'part', version: '1.0.0' }
  const own = { name: 'scratch', version: '1.0.0', dependencies: { part: 'file:part' } }
  const logCommand = (word: string) => `fs.appendFileSync('installations.log', '${word} ')`
  write('part/package.json', part)
  write('package.json', {
    ...own,
    scripts: {
      postinstall: `node -e "${logCommand('begin')}; setTimeout(() => ${logCommand('end')}, 2000)"`,
    },
  })
  write('package-lock.json', {
    ...own,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { ...own, hasInstallScript: true },
      part: part,
      'node_modules/part': { resolved: 'part', link: true },
    },
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'all')
  const command = "import('./server/launch/install.mjs').then(({ ensureInstalled }) => ensureInstalled())"
  const run = (program: string, ...args: string[]) =>
    new Promise<number | null>((resolve) =>
      spawn(program, args, { cwd: folder, stdio: 'ignore' }).once('exit', resolve),
    )
  const install = () => run(process.execPath, '-e', command)
  return {
    folder,
    install,
    /** As root with a strict umask. */
    installStrictly: () => run('sh', '-c', `umask 077; "${process.execPath}" -e "${command}"`),
    installations: () => readFileSync(join(folder, 'installations.log'), 'utf8').trim(),
    changes: () => git('status', '--porcelain').trim(),
  }
}

t.test('of two concurrent commands on a fresh clone, the second waits and installs nothing', async (t) => {
  const clone = freshClone(t)
  t.same(await Promise.all([clone.install(), clone.install()]), [0, 0])
  t.equal(clone.installations(), 'begin end', 'it was installed once')
  t.ok(readFileSync(join(clone.folder, 'node_modules', 'part', 'package.json')))
  t.equal(clone.changes(), '', 'git sees nothing new')
  t.equal(await clone.install(), 0)
  t.equal(clone.installations(), 'begin end')
})

t.test('the lock of a killed installation does not block others', async (t) => {
  const clone = freshClone(t)
  // The lock of an ended process: no process has this id and start time.
  symlinkSync(`${process.pid} 1`, join(clone.folder, '.coffer-install'))
  t.equal(await clone.install(), 0)
  t.equal(clone.installations(), 'begin end')
  t.equal(clone.changes(), '')
})

t.test('other accounts can read what is installed with a strict umask', async (t) => {
  const clone = freshClone(t)
  t.equal(await clone.installStrictly(), 0)
  for (const path of ['node_modules', 'node_modules/.package-lock.json', 'node_modules/.coffer-lock-hash'])
    t.equal(statSync(join(clone.folder, path)).mode & 0o044, 0o044, path)
})

t.test('a command beside the service installs nothing when the code was changed', async (t) => {
  const clone = freshClone(t)
  const root = testFolder(t)
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
  writeFileSync(join(root, 'etc/systemd/system/coffer.service'), `[Service]\nEnvironment=DATA_DIR=${root}\n`)
  const { status, stderr } = spawnSync(process.execPath, ['server/launch/service-cli.mjs', 'doctor'], {
    cwd: clone.folder,
    env: { ...process.env, COFFER_SERVICE_ROOT: root },
    encoding: 'utf8',
  })
  t.equal(status, 1)
  t.match(stderr, /^the code was changed since the service started.*: systemctl restart coffer\n$/)
  t.notOk(existsSync(join(clone.folder, 'node_modules')))
})
