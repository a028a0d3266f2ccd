import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { loadWithRetry } from '../kit/load-with-retry.ts'
import { usePageContext } from '../page-context.tsx'

const importForm = async () => (await import('./CookieNoticeForm.tsx')).CookieNoticeForm
const load = loadWithRetry(importForm)
let loading: Promise<ComponentType> | undefined

/** The server renders it at once. */
const FormOnServer = import.meta.env.SSR ? await importForm() : null

/** The form with its code. Where that fails to load, the form of the document stays: it works without. */
const LoadedForm = (): ReactNode => {
  loading ??= load().catch(() => new Promise<never>(() => undefined))
  const Form = FormOnServer ?? use(loading)
  return <Form />
}

const notice = (
  <Suspense>
    <LoadedForm />
  </Suspense>
)

/** The cookie notice, where this browser has not answered it; its code loads only there. */
export const CookieNotice = (): ReactNode => usePageContext().settings.cookieNotice && notice
