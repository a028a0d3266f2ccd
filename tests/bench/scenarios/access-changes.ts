import { startSecondProcess } from '../lib/second-process.ts'
import { median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import type { TabUser } from '../lib/tabs.ts'
import { addTeam, uploadTo } from '../lib/team.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const limitMs = 1_000
const fileBytes = 8 << 20
const rangeBytes = 64 << 10

/** A request of a member; resolves with its status. */
type Attempt = () => Promise<number>

/** Downloads the next range with each call. */
const nextRange = (url: URL, { cookie }: TabUser): Attempt => {
  let from = 0
  return async () => {
    const range = `bytes=${from}-${from + rangeBytes - 1}`
    const answer = await fetch(url, { headers: { cookie, range } })
    await answer.arrayBuffer()
    from = (from + rangeBytes) % fileBytes
    return answer.status
  }
}

/** Creates a folder with each call. */
const newFolder = async (url: URL, { cookie }: TabUser, parent: string): Promise<Attempt> => {
  const [csrf = ''] = (await fetch(new URL('/api/csrf', url), { headers: { cookie } })).headers.getSetCookie()
  const token = csrf.split(';')[0] ?? ''
  const headers = {
    cookie: `${cookie}; ${token}`,
    'x-xsrf-token': decodeURIComponent(token.slice('XSRF-TOKEN='.length)),
    'content-type': 'application/json',
  }
  return async () => {
    const body = JSON.stringify({ name: crypto.randomUUID(), parent_id: parent })
    const answer = await fetch(new URL('/api/create-folder', url), { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
}

/** The ms from a change of the owner's until a member's repeated attempt is rejected. */
const untilRejected = async (attempt: Attempt, change: () => Promise<unknown>): Promise<number> => {
  const first = await attempt()
  if (first >= 300) throw new Error(`rejected before the change: ${first}`)
  const started = performance.now()
  const changed = change()
  while ((await attempt()) < 300);
  const took = performance.now() - started
  await changed
  return took
}

const setMembers = async (context: BenchContext, folder: string, members: { id: string; permission: string }[]) => {
  const answer = await fetch(new URL(`/api/teams/folders/${folder}`, context.coffer.url), {
    method: 'PATCH',
    headers: { ...bearer(context), 'content-type': 'application/json' },
    body: JSON.stringify({ members }),
  })
  if (!answer.ok) throw new Error(`members: ${answer.status} ${await answer.text()}`)
}

/** How soon a member's running download and writes are rejected, after the owner removed them or lowered their permission. */
export const accessChanges: Scenario = async (context) => {
  const second = await startSecondProcess(context.coffer)
  const rows: Row[] = []
  try {
    for (const [label, url] of [
      ['one process', context.coffer.url],
      ['two processes', second.url],
    ] as const) {
      const { folder, people } = await addTeam(context.coffer, `Access of ${label}`, context.rounds)
      const file = await uploadTo(context.coffer, folder, 'film.bin', fileBytes)
      const permissions = new Map(people.map(({ id }) => [id, 'can_edit']))
      const apply = () =>
        setMembers(
          context,
          folder,
          Array.from(permissions, ([id, permission]) => ({ id, permission })),
        )
      const times = { lowered: [] as number[], removed: [] as number[] }
      for (const person of people) {
        times.lowered.push(
          await untilRejected(await newFolder(url, person, folder), () => {
            permissions.set(person.id, 'can_view')
            return apply()
          }),
        )
        times.removed.push(
          await untilRejected(nextRange(new URL(file, url), person), () => {
            permissions.delete(person.id)
            return apply()
          }),
        )
      }
      for (const [figure, all] of [
        ['permission lowered until a change is rejected', times.lowered],
        ['member removed until the next range of a running download is rejected', times.removed],
      ] as const)
        rows.push({
          scenario: 'access-changes',
          figure: `${label}, ${figure}, slowest of ${all.length} (ms)`,
          ours: `${Math.max(...all).toFixed(0)} ms, median ${median(all).toFixed(0)} ms`,
          beside: `${limitMs} ms`,
          value: Math.max(...all),
          limit: { most: limitMs },
        })
    }
  } finally {
    await second.stop()
  }
  return rows
}
