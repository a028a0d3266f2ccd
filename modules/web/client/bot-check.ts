import { type BotCheck, type BotCheckProof, getBotCheck } from '../../shared/contract.ts'
import { loadInTime } from '../kit/load-with-retry.ts'
import { withinTime } from '../kit/within-time.ts'
import { call } from './call.ts'

interface Recaptcha {
  ready: (done: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

const recaptchaOrigin = 'https://www.google.com'

/** A network that drops packets to Google's servers would keep a person waiting for minutes. */
const timeoutMs = 15_000

const loadScript = (siteKey: string): Promise<Recaptcha> =>
  new Promise((resolve, reject) => {
    const loaded = () => (window as unknown as { grecaptcha?: Recaptcha }).grecaptcha
    const script = document.createElement('script')
    script.src = `${recaptchaOrigin}/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => {
      const recaptcha = loaded()
      if (recaptcha) recaptcha.ready(() => resolve(recaptcha))
      else reject(new Error('reCAPTCHA did not load'))
    }
    script.onerror = () => reject(new Error('reCAPTCHA did not load'))
    document.head.append(script)
  })

let loading: Promise<Recaptcha> | null = null
/** A script that is on its way is not asked for again; after a failure it is. */
const loadRecaptcha = (siteKey: string): Promise<Recaptcha> => {
  loading ??= withinTime(loadScript(siteKey), timeoutMs).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

const loadSolver = loadInTime(() => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]))

const solve = async (): Promise<string> => {
  const [[{ solveChallenge }, { deriveKey }], { data }] = await Promise.all([loadSolver(), call(getBotCheck)])
  const challenge = data.challenge as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge was not solved')
  return JSON.stringify({ challenge, solution })
}

/**
 * Fields that prove to the server that a person sends the form. About a second; needs a secure origin. `action`: name of the
 * form in the statistics of reCAPTCHA.
 */
export const solveBotCheck = async ({ kind, siteKey }: BotCheck, action: string): Promise<BotCheckProof> => {
  if (kind === 'recaptcha' && siteKey)
    return { reCaptcha: await withinTime((await loadRecaptcha(siteKey)).execute(siteKey, { action }), timeoutMs) }
  return kind === 'proof-of-work' ? { proof: await solve() } : {}
}
