import { setTimeout as sleep } from 'node:timers/promises'
import { sourcePort } from '../lib/coffer.ts'
import { memoryGrowth, startScript, stopChild } from '../lib/processes.ts'
import { seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, megabytes, memoryLimit, type Scenario } from './context.ts'

const size = 5_000_000_000
const peer = new URL('../peers/source-server.ts', import.meta.url).pathname

interface Batch {
  id: string
  attributes: {
    finished_at: string | null
    progress: { processed: number; failed: number }
    urls: { received: number }[]
  }
}

/** Fetches the file and waits; calls `half` once, half-way. */
const once = async (context: BenchContext, bytes: number, half: () => Promise<void>) => {
  const headers = { ...bearer(context), 'content-type': 'application/json' }
  const api = () => new URL('/api/upload/remote', context.coffer.url)
  const body = JSON.stringify({ urls: [`http://127.0.0.1:${sourcePort}/${bytes}`] })
  const asked = await fetch(api(), { method: 'POST', headers, body })
  if (asked.status !== 201) throw new Error(`remote upload: ${asked.status} ${await asked.text()}`)
  const { id } = ((await asked.json()) as { data: Batch }).data
  for (let passed = false; ; await sleep(250)) {
    const { data } = (await (await fetch(api(), { headers })).json()) as { data: { data: Batch }[] }
    const batch = data.find((one) => one.data.id === id)?.data
    if (!batch) throw new Error('the remote upload is no longer listed')
    if (batch.attributes.progress.failed > 0) throw new Error('the remote upload failed')
    if (batch.attributes.finished_at !== null) return
    if (passed || (batch.attributes.urls[0]?.received ?? 0) < bytes / 2) continue
    passed = true
    await half()
  }
}

const nothing = async () => undefined

export const remoteUpload: Scenario = async (context) => {
  const { child } = await startScript([peer, String(sourcePort)], /listening (\d+)/)
  const bare = await seconds(async () => {
    const answer = await fetch(`http://127.0.0.1:${sourcePort}/${size}`)
    for await (const _ of answer.body ?? []);
  })
  // Warm-up, as in the scenario `upload`: hash thread and buffers of the first file are not growth.
  await once(context, size / 5, nothing)
  let took = 0
  const growth = await memoryGrowth(context.coffer.pid, async () => {
    took = await seconds(() => once(context, size, nothing))
  })
  const killed = await seconds(() =>
    once(context, size, async () => {
      process.kill(context.coffer.pid, 'SIGKILL')
      await context.coffer.restart()
    }),
  )
  await stopChild(child)
  return [
    {
      scenario: 'remote-upload',
      figure: '5 GB by link: fetched, hashed, on disk / read by fetch and thrown away',
      ours: megabytes(size / took),
      beside: megabytes(size / bare),
      value: bare / took,
      limit: { least: 0.1 },
    },
    {
      scenario: 'remote-upload',
      figure: 'memory growth (MiB)',
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
    {
      scenario: 'remote-upload',
      figure: '5 GB, kill -9 half-way and started again / undisturbed',
      ours: `${killed.toFixed(0)} s`,
      beside: `${took.toFixed(0)} s`,
      value: killed / took,
      limit: { most: 3 },
    },
  ]
}
