import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { localStoreOnly } from '../support/blob-keys.ts'
import { testFolder } from '../support/folders.ts'
import { poll } from '../support/poll.ts'
import { testServer } from '../support/server.ts'

const strace = '/usr/bin/strace'

/** Line numbers of the first match of each pattern, each after the one before; -1 from the first that is missing. */
const inOrder = (lines: string[], patterns: RegExp[]): number[] => {
  let from = 0
  return patterns.map((pattern) => {
    const at = from < 0 ? -1 : lines.findIndex((line, index) => index >= from && pattern.test(line))
    from = at < 0 ? -1 : at + 1
    return at
  })
}

/** Where a call that begins in this line ends: strace splits what another thread interrupts. */
const endOf = (lines: string[], at: number): number => {
  const [, thread, call] = /^(\d+) +(\w+)\(.*<unfinished/.exec(lines[at] ?? '') ?? []
  return call ? lines.findIndex((line, index) => index > at && line.startsWith(`${thread} <... ${call} resumed>`)) : at
}

t.test(
  'H06: upload: writes, fsyncs, renames, fsyncs the folder, commits the row, and then answers',
  { skip: existsSync(strace) ? localStoreOnly : 'strace is not installed' },
  async (t) => {
    const server = await testServer(t)
    const { token } = await createAccount(server)
    const trace = join(testFolder(t), 'trace')
    const calls = 'trace=openat,fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'
    const tracer = spawn(strace, ['-f', '-y', '-s', '400', '-e', calls, '-o', trace, '-p', String(server.pid)], {
      stdio: 'ignore',
    })
    // The trace is active once it contains a response.
    const seen = async () => {
      await fetch(`${server.url}/api/ping`).then((answer) => answer.arrayBuffer())
      return existsSync(trace) && readFileSync(trace, 'utf8').includes('HTTP/1.1 200')
    }
    t.ok(await poll(seen), 'traced')
    await sleep(500)
    const send = async (name: string, bytes: Buffer, size: number) => {
      const upload_id = randomUUID()
      for (let offset = 0; offset < bytes.length; offset += size) {
        const last = offset + size >= bytes.length
        const query = new URLSearchParams({
          name,
          upload_id,
          offset: String(offset),
          total_size: String(bytes.length),
          is_last_chunk: String(last),
        })
        const answer = await fetch(`${server.url}/api/upload/chunks?${query}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(bytes.subarray(offset, offset + size)),
        })
        t.equal(answer.status, last ? 201 : 200)
        await answer.arrayBuffer()
      }
    }
    const bundle = async (count: number) => {
      const head = Buffer.from(
        JSON.stringify(
          Array.from({ length: count }, (_none, n) => ({
            name: `${n}.bin`,
            upload_id: randomUUID(),
            offset: '0',
            total_size: '4096',
            is_last_chunk: 'true',
          })),
        ),
      )
      const answer = await fetch(`${server.url}/api/upload/bundle?head=${head.length}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(Buffer.concat([head, randomBytes(count * 4_096)])),
      })
      const { files } = (await answer.json()) as { files: { status: number }[] }
      t.strictSame(
        files.map(({ status }) => status),
        Array.from({ length: count }, () => 201),
      )
    }
    await send('small.bin', randomBytes(4_096), 4_096)
    await send('large.bin', randomBytes(3_000_000), 2_000_000)
    await bundle(10)
    tracer.kill('SIGINT')
    await new Promise((resolve) => tracer.once('exit', resolve))
    const lines = readFileSync(trace, 'utf8').split('\n')
    const steps = [
      /fsync\(\d+<[^>]*\/staging\/[0-9a-f]{32}>/,
      /rename(at2?)?\(.*\/staging\/([0-9a-f]{32})".*\/blobs\/[0-9a-f]{2}\/[0-9a-f]{2}\/\2"/,
      /fsync\(\d+<[^>]*\/blobs\/[0-9a-f]{2}\/[0-9a-f]{2}>/,
      /HTTP\/1\.1 201/,
    ]
    const small = inOrder(lines, steps)
    t.notOk(small.includes(-1), `small: ${small}`)
    const after = lines.slice((small.at(-1) ?? 0) + 1)
    const large = inOrder(after, [
      /fdatasync\(\d+<[^>]*\/staging\//,
      /HTTP\/1\.1 200/,
      steps[0] as RegExp,
      steps[1] as RegExp,
      steps[2] as RegExp,
      /commit\\0/,
      /HTTP\/1\.1 201/,
    ])
    t.notOk(large.includes(-1), `large: ${large}`)

    const bundled = after.slice((large.at(-1) ?? 0) + 1)
    const answered = bundled.findIndex((line) => line.includes('HTTP/1.1 200'))
    const keys = bundled.flatMap((line) => /\/staging\/([0-9a-f]{32})", O_WRONLY\|O_CREAT/.exec(line)?.[1] ?? [])
    t.equal(keys.length, 10)
    for (const key of keys) {
      const synced = bundled.findIndex((line) => new RegExp(`fsync\\(\\d+<[^>]*/staging/${key}>`).test(line))
      const named = bundled.findIndex((line) => new RegExp(`rename.*/staging/${key}"`).test(line))
      const folder = /\/blobs(\/[0-9a-f]{2}){2}(?=\/[0-9a-f]{32}")/.exec(bundled[named] ?? '')?.[0]
      const opened = bundled.findIndex((line) => line.includes('O_DIRECTORY') && line.includes(`${folder}"`))
      t.ok(opened >= 0 && opened < named, 'a write error after the rename is reported to this descriptor')
      const inFolder = bundled.findIndex(
        (line, at) => at > named && line.includes('fsync(') && line.includes(`${folder}>`),
      )
      const steps = [synced, endOf(bundled, synced), named, inFolder, endOf(bundled, inFolder), answered]
      t.ok(
        synced >= 0 && named > endOf(bundled, synced) && inFolder > named && answered > endOf(bundled, inFolder),
        `${steps}`,
      )
    }
  },
)
