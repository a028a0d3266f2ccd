/**
 * The plain Node server that uploads are compared with: it writes the same requests into one file with the same batches
 * of 1 MiB and the same fdatasync per request, without hash, database and permissions.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const folder = process.argv[2] as string
const open_ = new Map<string, FileHandle>()

const write = async (request: IncomingMessage, file: FileHandle, from: number) => {
  let [position, batch, size] = [from, [] as Buffer[], 0]
  let inFlight: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    await inFlight
    inFlight = file.writev(batch, position)
    position += size
    batch = []
    size = 0
  }
  for await (const piece of request as AsyncIterable<Buffer>) {
    batch.push(piece)
    size += piece.length
    if (size >= 1 << 20) await flush()
  }
  if (size > 0) await flush()
  await inFlight
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const name = url.searchParams.get('upload_id') ?? ''
  const file = open_.get(name) ?? (await open(join(folder, name), 'w', 0o600))
  open_.set(name, file)
  await write(request, file, Number(url.searchParams.get('offset')))
  await file.datasync()
  if (url.searchParams.get('is_last_chunk') === 'true') {
    open_.delete(name)
    await file.close()
  }
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
