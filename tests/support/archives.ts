import { execFileSync } from 'node:child_process'
import type { Test } from 'tap'

/** Expected entries of an archive; folders end with `/`. */
export type Archive = readonly { path: string; size: number }[]

interface Tool {
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

/** Programs that read zip archives. Python is required, the others are used if installed. */
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
 * Tests and lists an archive with one program. Skips programs that are not installed, with a comment.
 * `contents`: reads these entries only, for archives that are too large to read completely.
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
