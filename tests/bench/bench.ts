import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { startCoffer } from './lib/coffer.ts'
import { printTable, type Row } from './lib/table.ts'
import { accessChanges } from './scenarios/access-changes.ts'
import { accountExistence } from './scenarios/account-existence.ts'
import type { Scenario } from './scenarios/context.ts'
import { copyLink } from './scenarios/copy-link.ts'
import { download } from './scenarios/download.ts'
import { listing } from './scenarios/listing.ts'
import { liveBrowsers } from './scenarios/live-browsers.ts'
import { mediumUpload } from './scenarios/medium-upload.ts'
import { memory } from './scenarios/memory.ts'
import { objectStore } from './scenarios/object-store.ts'
import { operations } from './scenarios/operations.ts'
import { page } from './scenarios/page.ts'
import { pageUpload } from './scenarios/page-upload.ts'
import { pagesAnew } from './scenarios/pages-anew.ts'
import { remoteUpload } from './scenarios/remote-upload.ts'
import { search } from './scenarios/search.ts'
import { settlement } from './scenarios/settlement.ts'
import { shareFile } from './scenarios/share-file.ts'
import { sharePage } from './scenarios/share-page.ts'
import { smallUpload } from './scenarios/small-upload.ts'
import { sockets } from './scenarios/sockets.ts'
import { socketsRestart } from './scenarios/sockets-restart.ts'
import { start } from './scenarios/start.ts'
import { teamListing } from './scenarios/team-listing.ts'
import { thumbnails } from './scenarios/thumbnails.ts'
import { upload } from './scenarios/upload.ts'
import { users } from './scenarios/users.ts'
import { zip } from './scenarios/zip.ts'

const scenarios: Record<string, Scenario> = {
  start,
  listing,
  'team-listing': teamListing,
  operations,
  memory,
  page,
  'pages-anew': pagesAnew,
  'copy-link': copyLink,
  'share-page': sharePage,
  'share-file': shareFile,
  search,
  upload,
  'small-upload': smallUpload,
  'medium-upload': mediumUpload,
  'page-upload': pageUpload,
  'remote-upload': remoteUpload,
  download,
  'object-store': objectStore,
  zip,
  sockets,
  'sockets-restart': socketsRestart,
  'live-browsers': liveBrowsers,
  'access-changes': accessChanges,
  'account-existence': accountExistence,
  thumbnails,
  settlement,
  users,
}

// Scenarios with a browser load tap, which ends a process after 30 s.
t.setTimeout(0)

/** `npm run bench [-- scenario…]`: compares each figure with a limit or a peer, measured interleaved in the same run. */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !scenarios[name])
if (unknown.length > 0) {
  console.error(`No such scenario: ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}`)
  process.exit(1)
}
const scratch = mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'coffer-bench-peers-'))
const coffer = await startCoffer()
const rows: Row[] = []
try {
  for (const [name, scenario] of Object.entries(scenarios).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )) {
    console.error(`${name} …`)
    rows.push(
      ...(await scenario({
        coffer,
        scratch,
        rounds: Number(process.env.BENCH_ROUNDS ?? 5),
        databaseUrl: coffer.databaseUrl,
      })),
    )
  }
} finally {
  await coffer.stop()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
process.exitCode = printTable(rows) ? 0 : 1
