/**
 * Takes pictures of the screens of people and accounts, to look at:
 * `TAP_TIMEOUT=1800 SCENES=team FORMS=phone-dark node server/launch/run.mjs tests/pictures/people.ts`
 * writes `<scene>-<form>.png` below PICTURES (default tests/.artifacts/people). Without SCENES and FORMS it takes all.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { proveEmail, signUp } from '../support/actors.ts'
import { hydrated, resting } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { identityProvider, offerProvider } from '../support/identity-provider.ts'
import { pagesTest } from '../support/pages-test.ts'
import { seedPeople } from './people-data.ts'
import { type PictureScene, type PictureShot, scenesOf } from './people-scenes.ts'

const folder = process.env.PICTURES || join(import.meta.dirname, '..', '.artifacts', 'people')
mkdirSync(folder, { recursive: true })

interface Form {
  width: number
  height: number
  theme: 'light' | 'dark'
  locale?: string
}
const forms: Record<string, Form> = {
  'phone-light': { width: 390, height: 844, theme: 'light' },
  'phone-dark': { width: 390, height: 844, theme: 'dark' },
  'tablet-light': { width: 1024, height: 768, theme: 'light' },
  'desk-light': { width: 1440, height: 900, theme: 'light' },
  'desk-dark': { width: 1440, height: 900, theme: 'dark' },
  'phone-de': { width: 390, height: 844, theme: 'light', locale: 'de-DE' },
  'desk-de': { width: 1440, height: 900, theme: 'light', locale: 'de-DE' },
  'phone-ar': { width: 390, height: 844, theme: 'light', locale: 'ar-EG' },
  'desk-ar': { width: 1440, height: 900, theme: 'light', locale: 'ar-EG' },
}

type Texts = { [key: string]: string | Texts }

/** Texts of a language by key, such as `teams:menu.members`. */
const textsOf = (language: string) => (key: string) => {
  const [file = '', path = ''] = key.split(':')
  const all = JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/${file}.json`), 'utf8'))
  return String(path.split('.').reduce<string | Texts>((texts, part) => (texts as Texts)[part] ?? key, all as Texts))
}

const wanted = (name: string, list: string | undefined) => !list || list.split(',').some((part) => name.includes(part))

/** Whole page where it is longer than the window. */
const save = async (page: Page, name: string, { whole = false } = {}) => {
  await resting(page)
  const size = page.viewportSize()
  // Pages of the shell scroll within it.
  const below = whole
    ? await page.evaluate(() => {
        const all = [document.documentElement, ...document.querySelectorAll('main, main *, div:has(> main)')]
        return Math.max(...all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      })
    : 0
  if (size && below > 0) await page.setViewportSize({ ...size, height: Math.min(6_000, size.height + below) })
  await resting(page)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  if (size && below > 0) await page.setViewportSize(size)
}

const take = async (
  t: Test,
  { app, browser }: Awaited<ReturnType<typeof pagesTest>>,
  scene: PictureScene,
  name: string,
) => {
  const { width, height, theme, locale = 'en-US' } = forms[name] as Form
  const text = textsOf(locale.slice(0, 2))
  const as = scene.as === 'fresh' ? await signUp(app, { name: 'Nora New' }) : scene.as
  if (scene.as === 'fresh' && as) await proveEmail(as)
  // An account has a language of its own.
  await as?.client.patch('/api/user/settings', { name: 'locale', value: locale.slice(0, 2) })
  const page = await browser.visit(`${app.url}${scene.path}`, { width, height, theme, locale, ...(as && { as }) })
  const shot: PictureShot = {
    app,
    page,
    text,
    phone: width < 640,
    person: as ?? null,
    save: (part, { whole = false } = {}) => save(page, `${scene.name}${part}-${name}`, { whole }),
  }
  try {
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    if (scene.act) await scene.act(shot)
    else await shot.save('', scene)
  } catch (error) {
    t.fail(`${scene.name} ${name}: ${String(error).slice(0, 400)}`)
    await save(page, `FAILED-${scene.name}-${name}`)
  }
  await page.context().close()
}

t.test('pictures', async (t) => {
  const port = await freePort()
  const pages = await pagesTest(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  const { app, browser } = pages
  const provider = await identityProvider(t, app, port)
  await offerProvider(app, provider.issuer)
  const people = await seedPeople(app)

  for (const name of Object.keys(forms)) {
    if (!wanted(name, process.env.FORMS)) continue
    for (const scene of scenesOf(people)) if (wanted(scene.name, process.env.SCENES)) await take(t, pages, scene, name)
  }
  t.strictSame(browser.errors, [])
})
