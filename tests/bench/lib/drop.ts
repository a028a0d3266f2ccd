import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../../../server/launch/chromium.mjs'
import { hydrated } from '../../support/browser.ts'
import { dropFromDesktop, middleOf } from '../../support/desktop-drop.ts'
import type { BenchServer } from './coffer.ts'
import { noiseBytes } from './http.ts'
import { seconds } from './stats.ts'

/** Creates a folder of folders with different files of `size` bytes. */
export const makeTree = (at: string, name: string, folders: number, files: number, size: number): string => {
  const tree = join(at, name)
  for (let folder = 0; folder < folders; folder++) {
    const path = join(tree, `folder ${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < files; file++) {
      const from = ((folder * files + file) * 64) % (noiseBytes.length - size)
      writeFileSync(join(path, `file ${file}.bin`), noiseBytes.subarray(from, from + size))
    }
  }
  return tree
}

/** Drops a folder on the files page of a real browser; seconds until the page shows that all `files` are uploaded. */
export const dropTree = async ({ url, account }: BenchServer, tree: string, files: number): Promise<number> => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(new URL('/sign-in', url).href)
    await hydrated(page)
    await page.getByLabel('Email').fill(account.email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/platform/files')
    await hydrated(page)
    const at = await middleOf(page, 'main')
    const said = `${files.toLocaleString('en')} files uploaded`
    return await seconds(async () => {
      await dropFromDesktop(page, [tree], at)
      await page.getByRole('heading', { name: said, exact: true }).waitFor({ timeout: 240_000 })
    })
  } finally {
    await browser.close()
  }
}
