import { Lock } from 'lucide-react'
import { maxEmailLength, type ResponseCode } from '../../shared/contract.ts'
import { Button, Callout, Icon, TextField, useData, useT } from '../../web/ui.ts'
import { maxAccessCode, maxSharePassword } from '../contract.ts'
import type { LockedPageData } from '../pages/share/authenticate/+data.ts'

const knownErrors = [
  'wrong-password',
  'wrong-code',
  'invalid-email',
  'code-locked',
  'too-many-attempts',
  'csrf-mismatch',
] as const satisfies ResponseCode[]
type Problem = (typeof knownErrors)[number] | 'other'

const wrongFields: Record<string, string> = { 'wrong-password': 'password', 'wrong-code': 'code' }

/** The form that unlocks a protected link; works without JavaScript. */
export const LockedPage = () => {
  const t = useT()
  const { requiredFactors, problem, sent, email, csrf, token, page } = useData<LockedPageData>()
  const shownError: Problem | null = problem === null ? null : (knownErrors.find((code) => code === problem) ?? 'other')
  const code = requiredFactors.includes('code')
  const invalidEmail = shownError === 'invalid-email'
  const atField = invalidEmail || shownError === 'wrong-password' || shownError === 'wrong-code'
  const asksForCode = code && !sent
  const both = code && requiredFactors.includes('password')
  // The wrong field has the focus, else the next one to be filled in.
  const following = asksForCode ? 'email' : code ? 'code' : 'password'
  const focused = wrongFields[shownError ?? ''] ?? following
  return (
    <div className="mx-auto max-w-[25rem] pt-[min(8vh,4rem)]">
      <span className="mb-5 grid size-12 place-items-center rounded-lg bg-brand-tint text-brand-text">
        <Icon of={Lock} size={20} />
      </span>
      <h1 className="text-28 font-bold text-balance outline-none">{t('sharing:page.locked.title')}</h1>
      <p className="mt-2 mb-8 text-16 text-pretty text-muted">
        {t(`sharing:page.locked.${both ? 'both' : code ? 'code' : 'password'}`)}
      </p>
      {shownError && !atField && (
        <Callout tone="danger" role="alert" className="mb-6">
          {t(`sharing:page.locked.problem.${shownError}`)}
        </Callout>
      )}
      {sent && !shownError && (
        <Callout tone="success" role="status" className="mb-6">
          {t('sharing:page.locked.sent')}
        </Callout>
      )}
      <form method="post" action={`/share/${token}/authenticate`} className="flex flex-col gap-5">
        <input type="hidden" name="csrf" value={csrf} />
        {page && <input type="hidden" name="page" value={page} />}
        {sent && <input type="hidden" name="sent" value="1" />}
        {code && (
          <>
            {/* The first button of the form: Enter submits by it. A code may have come by email before this page was opened. */}
            <button type="submit" name="intent" value={asksForCode ? 'enter' : 'open'} hidden />
            <TextField
              label={t('sharing:page.locked.email')}
              type="email"
              name="email"
              size="lg"
              required
              maxLength={maxEmailLength}
              autoComplete="email"
              defaultValue={email}
              error={invalidEmail ? t('sharing:error.invalid-email') : undefined}
              autoFocus={focused === 'email'}
            />
            <Button type="submit" name="intent" value="code" size="lg" wide>
              {t(sent ? 'sharing:page.locked.again' : 'sharing:page.locked.send')}
            </Button>
            <TextField
              label={t('sharing:page.locked.codeField')}
              name="code"
              size="lg"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={maxAccessCode}
              error={shownError === 'wrong-code' ? t('sharing:error.wrong-code') : undefined}
              autoFocus={focused === 'code'}
            />
          </>
        )}
        {requiredFactors.includes('password') && (
          <TextField
            label={t('sharing:page.locked.passwordField')}
            type="password"
            name="password"
            size="lg"
            required={!code}
            maxLength={maxSharePassword}
            autoComplete="off"
            error={shownError === 'wrong-password' ? t('sharing:error.wrong-password') : undefined}
            autoFocus={focused === 'password'}
          />
        )}
        <Button type="submit" variant="solid" size="lg" wide>
          {t('sharing:page.locked.open')}
        </Button>
      </form>
    </div>
  )
}
