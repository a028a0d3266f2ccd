import { firstPaints } from '../lib/paints.ts'
import { scriptBytes } from '../lib/scripts.ts'
import { shareEachKind } from '../lib/shared-files.ts'
import type { Row } from '../lib/table.ts'
import type { Scenario } from './context.ts'

/** The page of a link to one file, for each kind, on slow 4G and a quarter of the processor. */
export const shareFile: Scenario = async ({ coffer, scratch }) => {
  const rows: Row[] = []
  for (const { kind, url } of await shareEachKind(coffer, scratch)) {
    const { contentful, picture, largest, blocking } = await firstPaints(url)
    const scripts = (await scriptBytes(url, {})) / 1_000
    const add = (figure: string, value: number, unit: string, most: number) =>
      rows.push({
        scenario: 'share-file',
        figure: `${kind}: ${figure}`,
        value,
        limit: { most },
        ours: `${Math.round(value)} ${unit}`,
        beside: `${most} ${unit}`,
      })
    // A file without a picture shows its first lines.
    add(picture === null ? 'its first lines' : 'its picture', picture ?? contentful, 'ms', 1_200)
    add('largest contentful paint', largest, 'ms', 1_800)
    add('blocking time', blocking, 'ms', 300)
    add('JavaScript, gzip', scripts, 'KB', 170)
  }
  return rows
}
