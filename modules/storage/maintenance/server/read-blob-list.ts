import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Snapshot } from '../../../platform/index.ts'
import { type BackupManifest, type BlobLine, parseBlobLine } from './backup-manifest.ts'

/** The blobs of a snapshot, in the order of their keys. */
export async function* readBlobList(
  snapshot: Snapshot,
  { blobs }: Pick<BackupManifest, 'blobs'>,
): AsyncIterable<BlobLine> {
  const text = createGunzip()
  // An error of the source also ends `text`, whose reader throws it.
  pipeline(snapshot.read(blobs.file), text, () => undefined)
  let rest = ''
  for await (const piece of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield parseBlobLine(line)
  }
}
