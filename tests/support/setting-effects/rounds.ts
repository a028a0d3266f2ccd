import type { SettingName } from '../../../modules/platform/index.ts'
import { testFolder } from '../folders.ts'
import { ads, analytics } from './ads.ts'
import { brand, wideLogos } from './appearance.ts'
import { backupFolder, backupRhythm, backupStore } from './backups.ts'
import { homePage, homePageSections, homePageTexts } from './home-page.ts'
import { installationProofs, mailServer } from './installation.ts'
import { seller } from './invoices.ts'
import { accountLimits, storageLimitation, subscriptionType, uploads } from './limits.ts'
import {
  bonus,
  dunning,
  gatewaySwitches,
  gateways,
  metered,
  newAccountsAmount,
  pause,
  withGateways,
} from './payments.ts'
import type { SettingProof, SettingScene } from './scene.ts'
import { proofOfWork, providers, recaptcha, registration, registrationChecks } from './sign-in.ts'

/** Only the setup writes them; `direct_downloads` needs an object store and is proven in tests/e2e/store-settings.test.ts. */
type NotHere =
  | 'setup_wizard_success'
  | 'installation_id'
  | 'restored_at'
  | 'clock_changed_at'
  | 'health_alerts'
  | 'clock_changed_from'
  | 'direct_downloads'

const plan = {
  type: 'fixed',
  name: 'Plus',
  currency: 'USD',
  amount: '9',
  interval: 'month',
  features: { max_storage_amount: 1, max_team_members: 1 },
}

/** Settings of one page that can be changed together, because none hides the effect of another. */
interface Round {
  title: string
  proofs: Partial<Record<SettingName, SettingProof>>
  before?: () => Promise<void>
}

/** The proofs in rounds. A setting without a proof does not compile. */
export const roundsOf = (t: Parameters<typeof testFolder>[0], scene: SettingScene): Round[] => {
  const folder = testFolder(t)
  const withPlans = async () => {
    await scene.prepare({ subscription_type: 'fixed' })
    await scene.admin.client.post('/api/subscriptions/admin/plans', plan)
  }
  const all = {
    // Before any round that gives money away, which keeps its currency.
    accountLimits: accountLimits(scene),
    brand: brand(scene),
    wideLogos: wideLogos(scene),
    texts: homePageTexts(scene),
    sections: homePageSections(scene),
    homePage: homePage(scene),
    providers: providers(scene),
    registration: registration(scene),
    registrationChecks: registrationChecks(scene),
    proofOfWork: proofOfWork(scene),
    recaptcha: recaptcha(scene),
    ads: ads(scene),
    gateways: gateways(scene),
    switches: gatewaySwitches(scene),
    pause: pause(scene),
    bonus: bonus(scene),
    dunning: dunning(scene),
    amount: newAccountsAmount(scene),
    seller: seller(scene),
    storageLimitation: storageLimitation(scene),
    subscriptionType: subscriptionType(scene),
    uploads: uploads(scene),
    backupFolder: backupFolder(scene, folder),
    backupRhythm: backupRhythm(scene, folder),
    backupStore: backupStore(scene),
    analytics: analytics(scene),
    installation: installationProofs(scene),
    mailServer: mailServer(scene),
  }
  type Proven = { [Title in keyof typeof all]: keyof (typeof all)[Title] }[keyof typeof all]
  const before: Partial<Record<keyof typeof all, () => Promise<void>>> = {
    brand: async () => {
      await scene.page.goto(`${scene.app.url}/platform/files`)
    },
    texts: withPlans,
    sections: withPlans,
    gateways: () => metered(scene, { isPaying: false }),
    switches: () => withGateways(scene),
    pause: () => withGateways(scene),
    bonus: () => metered(scene),
    dunning: async () => {
      await metered(scene)
      await scene.prepare({ limit_usage_in_new_accounts_amount: 5 })
    },
    amount: () => metered(scene),
    accountLimits: () => scene.prepare({ subscription_type: 'fixed' }),
    backupRhythm: () => scene.prepare({ backup_folder: folder }),
    installation: () => scene.prepare({ mail_url: scene.sink.url }),
  }
  const complete: Exclude<SettingName, Proven | NotHere> extends never ? typeof all : never = all
  return Object.entries(complete).map(([title, proofs]) => ({
    title,
    proofs,
    before: before[title as keyof typeof all],
  }))
}
