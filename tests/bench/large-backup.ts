/**
 * Backup of a large instance during uploads, restored elsewhere; then a flipped byte, a missing object and a torn backup.
 * `BENCH_DIR=/mnt node server/launch/run.mjs tests/bench/large-backup.ts [items] [gigabytes]`, default a million and 100.
 * The large files are sparse, copies are not: BENCH_DIR needs twice the size, or a file system that compresses (btrfs).
 */
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../modules/platform/index.ts'
import { blobPathOf } from '../../modules/platform/server/blobs/paths.ts'
import { cli as runCli } from '../support/cli.ts'
import { sha256Hex } from '../support/uploader.ts'
import { type BenchServer, startCoffer } from './lib/coffer.ts'
import { databaseOf } from './lib/library.ts'
import { seedContent } from './lib/seed-content.ts'

const [items = 1_000_000, gigabytes = 100] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'coffer-large-backup-'))
const [backups, restoredDir] = [join(folder, 'backups'), join(folder, 'restored')]
const started = Date.now()
let failures = 0

const cliOf =
  (dataDir: string) =>
  (...args: string[]) =>
    runCli({ DATA_DIR: dataDir }, ...args)

const check = (isTrue: boolean, what: string) => {
  if (!isTrue) failures += 1
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${((Date.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}

/** One hash over all items and the SHA-256 of their content, without items that were uploaded during the backup. */
const treeHash = async (db: Db) => {
  const [found] = await db.query<{ hash: string; count: number }>(
    `select md5(string_agg(md5(concat_ws('|', i.id, i.parent_id, i.name, i.size, encode(b.sha256, 'hex'))), '' order by i.id)) as hash,
       count(*)::int as count
     from items i left join blobs b on b.id = i.blob_id where i.name not like 'during-%'`,
  )
  return found as { hash: string; count: number }
}

const uploadsOf = async (db: Db) =>
  new Map(
    (
      await db.query<{ name: string; sha256: string }>(
        `select i.name, encode(b.sha256, 'hex') as sha256 from items i join blobs b on b.id = i.blob_id where i.name like 'during-%'`,
      )
    ).map(({ name, sha256 }) => [name, sha256]),
  )

/** Uploads small files until `stop`; resolves with the SHA-256 of each that was acknowledged. */
const keepUploading = ({ url, token }: BenchServer) => {
  const acknowledged = new Map<string, string>()
  let isStopped = false
  const work = async () => {
    for (let n = 0; !isStopped; n++) {
      const [name, bytes] = [`during-${n}.bin`, randomBytes(20_000)]
      const answer = await fetch(new URL(`/api/upload?name=${name}`, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: bytes,
      })
      if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
      acknowledged.set(name, sha256Hex(bytes))
    }
  }
  const working = work()
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await working
    },
  }
}

const flip = (path: string) => {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, 100)
  writeSync(file, Buffer.from([byte.readUInt8() ^ 1]), 0, 1, 100)
  closeSync(file)
}

const coffer = await startCoffer()
const db = await databaseOf(coffer.databaseUrl)
let restored: BenchServer | null = null
try {
  await seedContent(db, coffer.dataDir, items, gigabytes)
  const before = await treeHash(db)
  console.log(`${before.count} items, ${gigabytes} GB in ${folder}`)

  const uploads = keepUploading(coffer)
  while (uploads.acknowledged.size < 20) await new Promise((resolve) => setTimeout(resolve, 100))
  const early = new Map(uploads.acknowledged)
  const made = await cliOf(coffer.dataDir)('backup', backups, '--json')
  const during = uploads.acknowledged.size - early.size
  await uploads.stop()
  check(made.code === 0, `backup during ${during} uploads: ${made.out.replaceAll(/\s+/g, ' ')}${made.err}`)

  const cli = cliOf(restoredDir)
  const outcome = await cli('restore', backups, '--json')
  check(outcome.code === 0, `restored: ${outcome.out.replaceAll(/\s+/g, ' ')}${outcome.err}`)
  restored = await startCoffer(restoredDir)
  const other = await databaseOf(restored.databaseUrl)
  const after = await treeHash(other)
  check(after.hash === before.hash, `the same tree: ${after.count} items, ${after.hash}`)
  const [uploaded, found] = [await uploadsOf(db), await uploadsOf(other)]
  check(
    [...early].every(([name, hash]) => found.get(name) === hash),
    `${early.size} earlier uploads are in it`,
  )
  check(
    [...found].every(([name, hash]) => uploaded.get(name) === hash),
    `${found.size} uploads in all are complete`,
  )
  const deep = await cli('fsck', '--deep', '--json')
  const { blobs, bytes, findings } = JSON.parse(deep.out) as { blobs: number; bytes: number; findings: object[] }
  check(deep.code === 0, `${blobs} blobs, ${bytes} bytes have their SHA-256; findings ${JSON.stringify(findings)}`)

  const [first, second] = await other.query<{ key: string }>('select key from blobs order by key limit 2')
  const [changed, missing] = [(first as { key: string }).key, (second as { key: string }).key]
  await other.orm.close(true)
  flip(join(restoredDir, 'blobs', blobPathOf(changed)))
  rmSync(join(restoredDir, 'blobs', blobPathOf(missing)))
  const damaged = await cli('fsck', '--deep')
  check(damaged.out.includes(`sha-mismatch ${changed}`), 'fsck --deep names the changed blob')
  check(damaged.out.includes(`missing-blob ${missing}`), 'and the missing one')
  const doctor = await cli('doctor')
  check(doctor.code === 1 && doctor.out.includes(changed) && doctor.out.includes(missing), 'so does doctor')

  const empty = cliOf(join(folder, 'empty'))
  flip(join(backups, 'blobs', blobPathOf(changed)))
  const verified = await empty('backup', backups, '--verify')
  check(verified.code === 1 && verified.err.includes(changed), `a changed byte in the backup: ${verified.err.trim()}`)
  flip(join(backups, 'blobs', blobPathOf(changed)))
  const [id] = readdirSync(join(backups, 'snapshots')) as [string]
  truncateSync(join(backups, 'snapshots', id, 'tables', 'items.copy.gz'), 1_000)
  const torn = await empty('restore', backups)
  check(torn.code === 1 && torn.err.includes('items.copy.gz'), `a torn backup is not restored: ${torn.err.trim()}`)
  await cli('setting', 'backup_folder', backups)
  const about = await cli('doctor')
  check(about.out.includes(`The backup ${id} is torn`), 'and doctor names it')
} finally {
  await db.orm.close(true)
  await restored?.stop()
  await coffer.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'all as it should be' : `${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
