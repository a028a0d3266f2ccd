import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import dashboard from '../docs/grafana/coffer.json' with { type: 'json' }
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { testFolder } from '../tests/support/folders.ts'
import { freePort } from '../tests/support/free-port.ts'
import { poll } from '../tests/support/poll.ts'
import { putFile } from '../tests/support/shares.ts'

const prometheus = '/usr/bin/prometheus'
const skip = existsSync(prometheus) ? false : 'prometheus not installed (apt-get install prometheus)'

t.test(
  'every query of the dashboard returns series of a Prometheus that scrapes a busy server',
  { skip },
  async (t) => {
    const app = await testApp(t, { env: { METRICS_PORT: '0' } })
    const folder = testFolder(t)
    const config = join(folder, 'prometheus.yml')
    const target = `127.0.0.1:${app.coffer.metricsPort()}`
    const scrape = { job_name: 'coffer', scrape_interval: '1s', static_configs: [{ targets: [target] }] }
    // YAML contains JSON.
    writeFileSync(config, JSON.stringify({ scrape_configs: [scrape] }))
    const address = `127.0.0.1:${await freePort()}`
    const options = [`--config.file=${config}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=${address}`]
    const child = spawn(prometheus, options, { stdio: 'ignore' })
    t.teardown(() => child.kill('SIGKILL'))
    const series = async (query: string): Promise<number> => {
      const url = `http://${address}/api/v1/query?${new URLSearchParams({ query })}`
      const answer = await fetch(url).then(
        (response) => response.json() as Promise<{ data?: { result: unknown[] } }>,
        () => null,
      )
      return answer?.data?.result.length ?? 0
    }
    const user = await signUp(app)
    // A rate needs two scrapes with the series.
    const isScraped = async () => {
      await putFile(user, 'a.bin', Buffer.alloc(50_000))
      return series('count_over_time(coffer_http_received_bytes_total[1m]) > 2')
    }
    await poll(isScraped, (found) => found > 0)
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    t.ok(queries.length > 15)
    for (const query of queries) t.ok((await series(query)) > 0, query)
  },
)
