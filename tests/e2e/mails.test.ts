import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { testBrowser } from '../support/browser.ts'
import { cli } from '../support/cli.ts'
import { testFolder } from '../support/folders.ts'

const app = await testApp(t)
const browser = await testBrowser(t)

t.test('emails: none is wider than a phone, in any language', async (t) => {
  const out = join(testFolder(t), 'preview')
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  t.match(await cli(env, 'mails', 'preview', '--out', out), { code: 0 })
  const files = globSync('*/*.html', { cwd: out })
  t.ok(files.length > 400, `${files.length} emails`)
  const page = await browser.visit(`${app.url}/api/ping`, { width: 360, height: 740, scripts: false })
  // Without the policy of the installation's pages.
  await page.goto('about:blank')
  const wide: string[] = []
  for (const file of files) {
    await page.setContent(readFileSync(join(out, file), 'utf8'))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${dirname(file)}/${basename(file)}: ${width}`)
  }
  t.strictSame(wide, [])
})
