import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { nodeBinary, root } from './paths.mjs'

const stampFile = join(root, 'dist', '.inputs.json')
const inputs = ['modules', 'pages', 'renderer', 'locales', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

/** Server code never enters the bundles (the boundary check sees to that), nor do tests and texts for people. */
const isInput = (path) => !/^modules\/[^/]+\/server(\/|$)|\.test\.tsx?$|\.md$/.test(path)

const filesUnder = (path) => {
  if (!isInput(path)) return []
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [{ path, found }]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

const digest = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

const lock = join(root, 'node_modules', '.coffer-build')

/** When a process began: a number of its own beside `pid`, which the next start or another program may get again. */
const beginOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    // No such process, or no /proc on this system.
    return '-'
  }
}

const isAlive = (holder) => {
  const [pid, begin] = holder.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return beginOf(pid) === begin
}

/** The lock's holder, as `own` below; null without one. */
const holderOf = (path) => {
  try {
    return readlinkSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Takes the lock of a dead process away. Renamed first: meanwhile it may be a living one's, which gets it back. */
const takeOver = (aside) => {
  try {
    renameSync(lock, aside)
    if (isAlive(readlinkSync(aside))) renameSync(aside, lock)
    else rmSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** One process at a time; the lock of one that died is taken over. A link is made with its content in one step. */
const alone = (work) => {
  const own = `${process.pid} ${beginOf(process.pid)}`
  for (let waited = 0; ; waited++) {
    try {
      symlinkSync(own, lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = holderOf(lock)
    if (holder && !isAlive(holder)) takeOver(`${lock}-${process.pid}`)
    if (waited === 10) console.error(`Waiting for the build of process ${holder?.split(' ')[0]} …`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  try {
    return work()
  } finally {
    if (holderOf(lock) === own) rmSync(lock, { force: true })
  }
}

/** Builds browser and server bundles where an input has changed since the last build; about 10 ms when none has. Throws with Vite's words. */
export const ensureBuilt = () => {
  const files = inputs.flatMap(filesUnder)
  const quick = digest(files.flatMap(({ path, found }) => [path, `${found.size} ${found.mtimeMs}`]))
  if (readStamp().quick === quick) return
  alone(() => {
    const stamp = readStamp()
    // Somebody else built while this one waited.
    if (stamp.quick === quick) return
    const content = digest(files.flatMap(({ path }) => [path, readFileSync(join(root, path))]))
    if (stamp.content !== content) build()
    writeFileSync(stampFile, JSON.stringify({ quick, content }))
  })
}

const build = () => {
  console.error('Building …')
  rmSync(stampFile, { force: true })
  const { status, stdout, stderr } = spawnSync(
    nodeBinary(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error(`The build failed.\n${stdout}\n${stderr}`)
}
