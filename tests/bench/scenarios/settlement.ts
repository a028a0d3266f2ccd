import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryEnv, memoryFlags } from '../../../server/launch/memory.mjs'
import { appScript } from '../../support/app-script.ts'
import { processorSeconds } from '../lib/processes.ts'
import { withDb } from '../lib/seed.ts'
import { addMeteredAccounts, billed } from '../lib/seed-metered.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, inMiB, type Scenario } from './context.ts'

const accounts = Number(process.env.SETTLEMENT_ACCOUNTS ?? 100_000)
const timeLimitSeconds = 600
const memoryLimitMiB = 256
const samples = 300
const root = new URL('../../../', import.meta.url).pathname

interface Run {
  child: ChildProcess
  /** So far, and at most. */
  used: { seconds: number; bytes: number }
  ended: Promise<number | null>
}

/** Settles in a process of its own, as the scheduled job does. */
const settle = ({ coffer }: BenchContext): Run => {
  const child = spawn(process.execPath, [...memoryFlags, appScript('cli'), 'jobs', 'run', 'settle-subscriptions'], {
    cwd: root,
    env: { ...process.env, ...memoryEnv, DATA_DIR: coffer.dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const used = { seconds: 0, bytes: 0 }
  const look = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      used.bytes = Math.max(used.bytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024)
      used.seconds = processorSeconds(child.pid as number)
    } catch {
      // It has ended meanwhile.
    }
  }
  const timer = setInterval(look, 100)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => clearInterval(timer))
  return { child, used, ended }
}

/** The 99th percentile of a request's milliseconds. */
const p99 = async (context: BenchContext): Promise<number> => {
  const took: number[] = []
  for (let n = 0; n < samples; n++) {
    const started = performance.now()
    const answer = await fetch(new URL('/api/user', context.coffer.url), { headers: bearer(context) })
    if (!answer.ok) throw new Error(`/api/user: ${answer.status}`)
    await answer.arrayBuffer()
    took.push(performance.now() - started)
    await sleep(10)
  }
  return took.sort((a, b) => a - b)[Math.floor(samples * 0.99)] as number
}

const count = (context: BenchContext, sql: string): Promise<number> =>
  withDb(context.databaseUrl, async (db) => {
    const [row] = await db.query<{ count: number }>(`select ${sql} as count`)
    return Number(row?.count ?? 0)
  })
const paid = "(select count(*) from bills where status = 'paid')"

const row = (figure: string, ours: string, beside: string, value: number, most?: number): Row => ({
  scenario: 'settlement',
  figure,
  ours,
  beside,
  value,
  limit: most === undefined ? {} : { most },
})

/** Bills and collects 100,000 accounts: stopped half-way, then taken up by two processes at once. */
export const settlement: Scenario = async (context) => {
  await addMeteredAccounts(context.databaseUrl, accounts)
  const idle = await p99(context)
  const started = performance.now()
  const first = settle(context)
  while ((await count(context, '(select count(*) from bills)')) < accounts / 2 && first.child.exitCode === null)
    await sleep(500)
  first.child.kill('SIGKILL')
  await first.ended
  const stoppedAt = await count(context, '(select count(*) from bills)')
  const others = [settle(context), settle(context)]
  const busy = await p99(context)
  const codes = await Promise.all(others.map(({ ended }) => ended))
  const seconds = (performance.now() - started) / 1_000
  const runs = [first, ...others]
  const wrong =
    Math.abs((await count(context, paid)) - accounts) +
    Math.abs(
      (await count(context, "(select sum(amount) from ledger_transactions where type = 'withdrawal')")) -
        accounts * billed,
    ) +
    (await count(context, '(select max(number) - count(*) from invoices)')) +
    codes.filter((code) => code !== 0).length
  const bytes = Math.max(...runs.map(({ used }) => used.bytes))
  const cpu = runs.reduce((sum, { used }) => sum + used.seconds, 0)
  return [
    row(
      `${accounts} accounts, stopped at ${stoppedAt}, two processes`,
      `${Math.round(seconds)} s`,
      `${timeLimitSeconds} s`,
      seconds,
      timeLimitSeconds,
    ),
    row('processor time of the processes, without the database', `${Math.round(cpu)} s`, '', cpu),
    row('memory of a process, at most', inMiB(bytes), `${memoryLimitMiB} MiB`, bytes / 1_048_576, memoryLimitMiB),
    row('bills that are not paid once', String(wrong), '0', wrong, 0),
    row('another request meanwhile, p99', `${Math.round(busy)} ms`, `idle: ${Math.round(idle)} ms`, busy / idle, 2),
  ]
}
