import {
  type AppError,
  equalSecrets,
  type Platform,
  readRequirements,
  SetupState,
  storageChoiceOf,
} from '../../platform/index.ts'
import { type StatusRow, type WizardPage, type WizardStep, wizardSteps } from '../contract.ts'
import { installerErrors } from './errors.ts'
import { settingOfField } from './steps/app.ts'
import { regionField } from './steps/store.ts'
import { databaseValues, mailValues } from './steps/stored-values.ts'

/** Initial values of the environment step. */
export interface EnvironmentGuess {
  url: string
  trusted_proxies: string
}

interface Draft {
  values: Record<string, string>
  errors: Record<string, string>
  problem: string | null
}

const isSecret = (name: string) => /password|secret|token|app_key/.test(name)
const withoutSecrets = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (isSecret(name) ? [] : [[name, String(value)]])))

/** Form values of the present store, without its secret. */
const storeValues = (blobUrl: string): Record<string, string> => {
  const { driver, region = '', bucket = '', key = '', endpoint = '' } = storageChoiceOf(blobUrl)
  return { storage: driver, bucket, key, endpoint, [regionField(driver)]: region, secret_stored: bucket && '1' }
}

/** State of the instance's setup wizard: finished steps, answers, rejected forms, and the token that grants access. */
export class Wizard {
  readonly state: SetupState
  /** Step → values and errors of its form when that was rejected last; the page of the step shows them. */
  private readonly drafts = new Map<WizardStep, Draft>()
  private guess: EnvironmentGuess = { url: '', trusted_proxies: '' }
  private readonly platform: Platform
  constructor(platform: Platform) {
    this.platform = platform
    this.state = new SetupState(platform.config.dataDir)
  }

  /** The setup token; null once the instance is set up. */
  async token(): Promise<string | null> {
    return (await this.platform.installation.done()) ? null : this.state.read().token
  }

  isToken(candidate: unknown): boolean {
    return typeof candidate === 'string' && equalSecrets(candidate, this.state.read().token)
  }

  /** Throws 410 after the setup, 403 for a wrong token. */
  async require(token: unknown): Promise<void> {
    await this.requireOpen()
    if (!this.isToken(token)) throw installerErrors.fail('setup-token-invalid')
  }

  async requireOpen(): Promise<void> {
    if (await this.platform.installation.done()) throw installerErrors.fail('installed')
  }

  suggestEnvironment(guess: EnvironmentGuess): void {
    this.guess = guess
  }

  reject(step: WizardStep, sent: Record<string, unknown>, { namespace, code, extras }: AppError): void {
    const errors = Object.fromEntries(Object.entries(extras.errors ?? {}).map(([field, [text]]) => [field, text ?? '']))
    const problem = Object.keys(errors).length > 0 ? null : `${namespace}:error.${code}`
    this.drafts.set(step, { values: withoutSecrets(sent), errors, problem })
  }

  complete(step: WizardStep, answers: Record<string, string> = {}): void {
    this.drafts.delete(step)
    this.state.complete(step, answers)
  }

  /** The first step that is not finished. */
  nextStep(): WizardStep {
    const { done } = this.state.read()
    return wizardSteps.find((step) => !done.includes(step)) ?? 'admin-setup'
  }

  async page(step: WizardStep): Promise<WizardPage> {
    const { done, answers } = this.state.read()
    const { config, settings } = this.platform
    const proxies = { trusted_proxies: config.trustedProxies.join(', ') }
    const areProxiesFixed = config.environment.has('TRUSTED_PROXIES')
    const stored: Record<string, string> = {
      ...this.guess,
      ...(config.appUrlFixed ? { url: config.appUrl } : {}),
      ...(areProxiesFixed || config.trustedProxies.length > 0 ? proxies : {}),
      connection: config.databaseUrl ? 'pgsql' : 'embedded',
      database_fixed: config.environment.has('DATABASE_URL') ? '1' : '',
      url_fixed: config.environment.has('APP_URL') ? '1' : '',
      proxies_fixed: areProxiesFixed ? '1' : '',
      mail_fixed: config.mailUrl ? '1' : '',
      storage_fixed: config.environment.has('BLOB_URL') ? '1' : '',
      ...storeValues(config.blobUrl),
      ...(step === 'database' ? databaseValues(config.databaseUrl) : {}),
      ...(step === 'environment' ? mailValues(await settings.get('mail_url')) : {}),
      ...(step === 'app-setup' ? await this.settingTexts() : {}),
      data_dir: config.dataDir,
      ...answers,
    }
    const draft = this.drafts.get(step)
    const { values = {}, errors = {}, problem = null } = draft ?? {}
    return { step, done, values: { ...stored, ...values, ...(areProxiesFixed ? proxies : {}) }, errors, problem }
  }

  /** Initial values of the settings step: the present settings, so that an unchanged form changes nothing. */
  private async settingTexts(): Promise<Record<string, string>> {
    const texts = await this.platform.settings.texts()
    return Object.fromEntries(Object.values(settingOfField).map((name) => [name, texts.get(name) ?? '']))
  }

  status(locale: string): Promise<StatusRow[]> {
    return readRequirements(this.platform, { isRunning: true, locale })
  }
}
