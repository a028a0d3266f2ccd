import { Readable } from 'node:stream'
import { type CsvColumns, csv, csvLines } from '../../../shared/contract.ts'
import { displayName } from '../../../users/index.ts'
import type { UserRow } from '../user.row.ts'

const columns: CsvColumns<UserRow> = {
  id: (row) => row.id,
  name: (row) => displayName(row),
  email: (row) => row.email,
  role: (row) => row.role,
  status: (row) => row.status,
  verified_at: (row) => row.email_verified_at?.toISOString() ?? null,
  used_bytes: (row) => row.used_bytes,
  max_storage_bytes: (row) => row.max_storage_bytes,
  created_at: (row) => row.created_at.toISOString(),
}

async function* parts(batches: AsyncIterable<readonly UserRow[]>): AsyncGenerator<string> {
  yield csv(columns, [])
  for await (const rows of batches) {
    const lines = csvLines(columns, rows).map((line) => `\r\n${line}`)
    if (lines.length > 0) yield lines.join('')
  }
}

/** A batch is read when those before it are sent: an installation may have millions of accounts. */
export const userCsv = (batches: AsyncIterable<readonly UserRow[]>): Readable =>
  Readable.from(parts(batches), { objectMode: false })
