import { useRef } from 'react'
import { FormError } from '../../../users/ui.ts'
import { Button, Callout, call, LinkButton, PlainHeading, Spinner, useData, useT } from '../../../web/ui.ts'
import { addCreditCard, cardFormPage } from '../../contract.ts'
import { useGatewayRedirect } from '../useGatewayRedirect.ts'
import { useSubmit } from '../useSubmit.ts'
import type { CardFormData } from './card-form-data.ts'
import { useStripeForm } from './useStripeForm.ts'

/** `/user/settings/billing/card`: a card is entered in Stripe's frame, else at Stripe's own page. */
export const CardFormPage = () => {
  const t = useT()
  const { csrf, hasFailed } = useData<CardFormData>()
  const place = useRef<HTMLDivElement>(null)
  const form = useStripeForm(place)
  const isUnavailable = form.state === 'unavailable'
  return (
    <>
      <PlainHeading title={t('billing:page.cardForm.title')} text={t('billing:page.cardForm.text')} />
      {hasFailed && <Callout tone="danger">{t('billing:page.cardForm.failed')}</Callout>}
      <form
        className="flex flex-col gap-5 noscript:hidden"
        hidden={isUnavailable}
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        {form.state === 'loading' && <Spinner />}
        <div ref={place} />
        {form.error !== null && (
          <div role="alert">
            <Callout tone="danger">{form.error || t('billing:page.cardForm.failed')}</Callout>
          </div>
        )}
        <Button type="submit" variant="solid" wide disabled={form.state !== 'ready'} loading={form.busy}>
          {t('billing:page.cardForm.store')}
        </Button>
      </form>
      {isUnavailable && <HostedPage />}
      <noscript>
        <form method="post" action={cardFormPage}>
          <input type="hidden" name="csrf" value={csrf} />
          <Button type="submit" variant="solid" wide>
            {t('billing:page.cardForm.hosted')}
          </Button>
        </form>
      </noscript>
      {/* A new document, without Stripe's script. */}
      <LinkButton href="/user/settings/billing" rel="external" variant="quiet" wide className="mt-3">
        {t('billing:page.cardForm.back')}
      </LinkButton>
    </>
  )
}

const HostedPage = () => {
  const t = useT()
  const { busy, error, run } = useSubmit()
  const { leaving, leave } = useGatewayRedirect()
  const open = async () => {
    const created = await run(() => call(addCreditCard))
    if (created) leave(created.url)
  }
  return (
    <div className="flex flex-col gap-5">
      <Callout tone="warning">{t('billing:page.cardForm.unavailable')}</Callout>
      <FormError error={error} />
      <Button variant="solid" wide loading={busy || leaving} onClick={() => void open()}>
        {t('billing:page.cardForm.hosted')}
      </Button>
    </div>
  )
}
