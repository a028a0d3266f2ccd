import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { signIn } from '../support/actors.ts'
import { testBrowser } from '../support/browser.ts'
import { childEnv } from '../support/child-env.ts'
import { testDatabase } from '../support/database.ts'
import { rowShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { poll } from '../support/poll.ts'
import { root } from '../support/test-files.ts'

const demo = { name: 'Dana Demo', email: 'demo@example.com', password: 'try me, I am a demo' }

t.test('the development server renders pages that the browser hydrates from the source', async (t) => {
  const { url: databaseUrl } = await testDatabase(t)
  const env = {
    ...childEnv,
    DATA_DIR: testFolder(t),
    DATABASE_URL: databaseUrl,
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const child = spawn(process.execPath, [join(root, 'server', 'launch', 'dev.mjs'), '--demo'], { detached: true, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise((resolve) => child.on('close', resolve))
  t.teardown(async () => {
    process.kill(-(child.pid as number), 'SIGTERM')
    await ended
  })
  const ready = /Coffer is ready at (\S+)/
  await poll(() => ready.test(output) || child.exitCode !== null)
  const url = ready.exec(output)?.[1]
  if (!url) return t.fail(output)
  t.notMatch(output, /Error/, 'the demo files are stored')

  const browser = await testBrowser(t)
  const dana = await signIn({ url }, demo)
  const page = await browser.visit(`${url}/platform/files`, { as: dana })
  await rowShown(page, 'Welcome.md')
  t.strictSame(browser.errors, [])
})
