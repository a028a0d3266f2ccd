import pg from 'pg'
import type { WebSocket } from 'ws'
import { processTree, proportionalBytes, startScript, stopChild } from '../lib/processes.ts'
import { interleave, median } from '../lib/stats.ts'
import { openSocket, signInMany } from '../lib/tabs.ts'
import type { BenchContext, Scenario } from './context.ts'

const people = 50
const socketsEach = 20
const broadcasts = 20
/** Channel and format of notifications between processes (modules/platform/server/realtime/fan-out.ts). */
const notifySql = `select pg_notify('coffer_realtime', json_build_object('from', 'bench', 'message',
  json_build_object('userIds', $1::uuid[], 'event', 'test', 'ids', '{}'::json))::text)`
const peerServer = new URL('../peers/socket-server.ts', import.meta.url).pathname

const memoryOf = ({ coffer }: BenchContext) =>
  processTree(coffer.pid).reduce((sum, pid) => sum + proportionalBytes(pid), 0)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** For each socket the ms from the start of `fn` until it has received a message, in ascending order. */
const timesToReach = async (sockets: readonly WebSocket[], fn: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  const all = Promise.withResolvers<void>()
  const started = performance.now()
  const heard = () => {
    if (times.push(performance.now() - started) === sockets.length) all.resolve()
  }
  for (const socket of sockets) socket.once('message', heard)
  await fn()
  await all.promise
  await pause(30)
  return times
}

/** The time after which this share of the sockets has the message; `times` as of `timesToReach`. */
const timeOfShare = (times: readonly number[], share: number): number =>
  times[Math.ceil(times.length * share) - 1] as number

/** Memory per open tab, and the time until a message reaches a thousand tabs. */
export const sockets: Scenario = async (context) => {
  const db = new pg.Client({ connectionString: context.databaseUrl })
  await db.connect()
  const signedIn = await signInMany(db, people)
  const opened: WebSocket[] = []
  const openRound = async () => {
    opened.push(...(await Promise.all(signedIn.map(({ cookie }) => openSocket(context.coffer.url, cookie)))))
  }
  await openRound()
  await pause(2_000)
  const before = memoryOf(context)
  for (let round = 1; round < socketsEach; round++) await openRound()
  await pause(3_000)
  const each = (memoryOf(context) - before) / (people * (socketsEach - 1)) / 1024

  const peer = await startScript([peerServer], /listening (\d+)/)
  const peerUrl = new URL(`http://127.0.0.1:${peer.match}`)
  const peers = await Promise.all(opened.map(() => openSocket(peerUrl, '')))
  const ids = signedIn.map(({ id }) => id)
  const [p50, p99]: [number[], number[]] = [[], []]
  const { ours, theirs, ratio } = await interleave(
    broadcasts,
    async () => {
      const times = await timesToReach(opened, () => db.query(notifySql, [ids]))
      p50.push(timeOfShare(times, 0.5))
      p99.push(timeOfShare(times, 0.99))
      return timeOfShare(times, 1)
    },
    async () => timeOfShare(await timesToReach(peers, () => fetch(peerUrl)), 1),
  )
  for (const socket of [...opened, ...peers]) socket.terminate()
  await stopChild(peer.child)
  await db.end()
  return [
    {
      scenario: 'sockets',
      figure: `memory per socket, ${people * socketsEach} open (KiB)`,
      ours: `${each.toFixed(1)} KiB`,
      beside: '30 KiB',
      value: each,
      limit: { most: 30 },
    },
    {
      scenario: 'sockets',
      figure: `an event until all of ${people * socketsEach} sockets have it / bare ws without a database`,
      ours: `${median(ours).toFixed(0)} ms`,
      beside: `${median(theirs).toFixed(0)} ms`,
      value: ratio,
      limit: { most: 2 },
    },
    {
      scenario: 'sockets',
      figure: 'an event until half of the sockets have it (ms)',
      ours: `${median(p50).toFixed(0)} ms`,
      beside: '30 ms',
      value: median(p50),
      limit: { most: 30 },
    },
    {
      scenario: 'sockets',
      figure: 'an event until 99 % of the sockets have it (ms)',
      ours: `${median(p99).toFixed(0)} ms`,
      beside: '100 ms',
      value: median(p99),
      limit: { most: 100 },
    },
  ]
}
