import { execFileSync } from 'node:child_process'
import type { Test } from 'tap'

/** Entries of an archive as programs should list them; folders end with `/`. */
export type Archive = readonly { path: string; size: number }[]

export interface Tool {
  name: string
  /** Null when it is not installed. */
  command: string | null
}

const has = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Programs that read zip archives. Python is on every machine that tests run on; the others are where installed. */
export const tools: readonly Tool[] = ['python3', 'unzip', '7z', 'bsdtar'].map((name) => ({
  name,
  command: has(name) ? name : null,
}))

const python = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
names = json.loads(sys.argv[2])
bad = [n for n in names if not archive.open(n).read() and archive.getinfo(n).file_size] if names else archive.testzip()
print(json.dumps({'bad': bad or None, 'list': [[i.filename, i.file_size, i.compress_type, i.flag_bits] for i in archive.infolist()]}))`

const run = (command: string, args: string[]): string =>
  execFileSync(command, args, {
    maxBuffer: 1 << 28,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    stdio: 'pipe',
  }).toString()

/**
 * Has one program test an archive and list it. A program that is not installed is said to be missing, not counted.
 * `contents`: read these entries only, where the rest is too much to read.
 */
export const checkWith = (
  t: Test,
  { name, command }: Tool,
  path: string,
  expected: Archive,
  { contents }: { contents?: string[] } = {},
): void => {
  if (!command) return void t.comment(`${name} is not installed: the archive was not shown to it`)
  const names = expected.map((entry) => entry.path)
  if (name === 'python3') {
    const found = JSON.parse(run(command, ['-c', python, path, JSON.stringify(contents ?? null)]))
    t.same(found.bad, null, 'python: checksums')
    t.ok(
      JSON.stringify(found.list) === JSON.stringify(expected.map((entry) => [entry.path, entry.size, 0, 0x800])),
      'python: names, sizes, stored, UTF-8',
    )
  } else if (name === 'unzip') {
    run(command, contents ? ['-tq', path, ...contents] : ['-tq', path])
    t.ok(run(command, ['-Z1', path]).trimEnd() === names.join('\n'), 'unzip: checksums and names')
  } else if (name === '7z') {
    const output = run(command, ['t', path, ...(contents ?? [])])
    t.ok(/Everything is Ok/.test(output) && !/Warnings/.test(output), '7z: everything is ok')
  } else {
    t.ok(run(command, ['-tf', path]).trimEnd() === names.join('\n'), 'bsdtar: names')
  }
}
