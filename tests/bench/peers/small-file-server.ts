/** Bare Node: hashes a file if asked to, writes and fsyncs it, inserts one row. The minimum cost of a durable upload. */
import { hash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

const [folder, databaseUrl, hashes] = process.argv.slice(2) as [string, string, string | undefined]
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
await pool.query(
  'create table if not exists bench_files (id uuid primary key, name text not null, size bigint not null, created_at timestamptz not null default now())',
)

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  const body = Buffer.concat(pieces)
  const id = randomUUID()
  if (hashes) hash('sha256', body)
  const file = await open(join(folder, id), 'wx', 0o600)
  await file.write(body)
  await file.sync()
  await file.close()
  await pool.query({
    name: 'insert',
    text: 'insert into bench_files (id, name, size) values ($1, $2, $3)',
    values: [id, 'small.bin', body.length],
  })
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
