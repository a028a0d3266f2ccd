import t from 'tap'
import type { SettingName } from '../../modules/platform/index.ts'
import { settingDefinitions } from '../../server/settings.ts'
import { hydrated } from '../support/browser.ts'
import { eventually } from '../support/poll.ts'
import { changeIn, pathOf } from '../support/setting-effects/control.ts'
import { roundsOf } from '../support/setting-effects/rounds.ts'
import { settingsScene } from '../support/setting-effects/scene.ts'

const scene = await settingsScene(t)
const rounds = roundsOf(t, scene)
const { admin, browser, officeUrl } = scene
const office = await browser.visit(`${officeUrl}/admin/dashboard`, { as: admin })

t.test('settings: each has a proof of its effect', async (t) => {
  const proven = rounds.flatMap(({ proofs }) => Object.keys(proofs))
  const elsewhere = [
    'direct_downloads',
    'setup_wizard_success',
    'installation_id',
    'restored_at',
    'clock_changed_at',
    'health_alerts',
    'clock_changed_from',
  ]
  t.strictSame([...proven, ...elsewhere].sort(), Object.keys(settingDefinitions).sort())
})

for (const { title, proofs, before } of rounds)
  t.test(`settings, ${title}: changed in a browser, seen by others at another process`, async (t) => {
    await scene.reset()
    await before?.()
    const entries = Object.entries(proofs)
    for (const [name, [, seen, expected]] of entries) t.notSame(await seen(), expected, `${name}: differs before`)
    await office.goto(officeUrl + pathOf(entries[0]?.[0] as SettingName))
    await hydrated(office)
    for (const [name, [enter]] of entries) await changeIn(office, scene, name, enter)
    for (const [name, [, seen, expected]] of entries) await eventually(t, seen, expected, name)
  })

t.test('settings: the pages have caused no errors', async (t) => {
  t.strictSame(browser.errors, [])
})
