import { HardDrive, Send, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { AdSlot, Icon, LinkButton, useData, usePageContext, useT } from '../../web/ui.ts'
import type { HomepageData } from '../pages/index/+data.ts'
import { PlanCards } from './PlanCards.tsx'
import { ProductPicture } from './ProductPicture.tsx'

const icons = [ShieldCheck, Send, HardDrive]

/** Presentation of the product, with links to sign up and sign in. Texts of the operator replace the product's own. */
export const Homepage = () => {
  const t = useT()
  const { settings } = usePageContext()
  const { texts, sections, plans } = useData<HomepageData>().content
  const reasons = ([1, 2, 3] as const).map((number) => ({
    title: texts[`feature_title_${number}`] || t(`site:page.home.reasons.${number}.title`),
    text: texts[`feature_description_${number}`] || t(`site:page.home.reasons.${number}.text`),
  }))
  return (
    <>
      <section className="mx-auto w-full max-w-6xl px-5 pt-10 sm:px-8 sm:pt-16">
        <h1 className="bidi-plaintext max-w-3xl text-[clamp(2.25rem,6vw,3.75rem)] leading-[1.08] font-bold tracking-[-0.03em] text-balance outline-none">
          {texts.header_title || t('site:page.home.title')}
        </h1>
        <p className="bidi-plaintext mt-5 max-w-xl text-20 text-pretty whitespace-pre-line text-muted">
          {texts.header_description || settings.description || t('site:page.home.text', { app: settings.name })}
        </p>
        <WaysIn className="mt-8" />
        <ProductPicture />
        <AdSlot name="home" className="mt-10" />
      </section>
      {(sections.section_features || sections.section_feature_boxes) && (
        <section className="mx-auto w-full max-w-6xl px-5 pt-16 sm:px-8 sm:pt-24">
          {sections.section_features && (
            <Heading
              title={texts.features_title || t('site:page.home.features.title')}
              text={texts.features_description || t('site:page.home.features.text', { app: settings.name })}
            />
          )}
          {sections.section_feature_boxes && (
            <ul className="mt-10 grid gap-8 sm:grid-cols-3">
              {reasons.map(({ title, text }, index) => (
                <li key={title}>
                  <span className="grid size-10 place-items-center rounded-md bg-brand-tint text-brand-text">
                    <Icon of={icons[index] ?? ShieldCheck} size={20} />
                  </span>
                  <h3 className="bidi-plaintext mt-4 text-16 font-semibold">{title}</h3>
                  <p className="bidi-plaintext mt-1.5 text-16 text-pretty whitespace-pre-line text-muted">{text}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {plans.length > 0 && (
        <section className="mx-auto w-full max-w-6xl px-5 pt-16 sm:px-8 sm:pt-24">
          <Heading
            title={texts.pricing_title || t('site:page.home.pricing.title')}
            text={texts.pricing_description || t('site:page.home.pricing.text')}
          />
          <PlanCards plans={plans} />
        </section>
      )}
      {sections.section_get_started && (
        <section className="mx-auto w-full max-w-6xl px-5 pt-16 sm:px-8 sm:pt-24">
          <Heading
            title={texts.get_started_title || t('site:page.home.start.title')}
            text={texts.get_started_description || t('site:page.home.start.text')}
          />
          <WaysIn className="mt-6" />
        </section>
      )}
    </>
  )
}

const Heading = ({ title, text }: { title: string; text: ReactNode }) => (
  <>
    <h2 className="bidi-plaintext max-w-2xl text-28 font-bold tracking-[-0.02em] text-balance">{title}</h2>
    <p className="bidi-plaintext mt-3 max-w-2xl text-16 text-pretty whitespace-pre-line text-muted">{text}</p>
  </>
)

/** Links to sign up and sign in; for a signed-in person to their files. */
const WaysIn = ({ className }: { className: string }) => {
  const t = useT()
  const { settings, user } = usePageContext()
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {user && (
        <LinkButton href="/platform/files" variant="solid" size="lg">
          {t('site:page.home.files')}
        </LinkButton>
      )}
      {!user && settings.userRegistration && (
        <LinkButton href="/sign-up" variant="solid" size="lg">
          {t('site:page.home.signUp')}
        </LinkButton>
      )}
      {!user && (
        <LinkButton href="/sign-in" variant={settings.userRegistration ? 'neutral' : 'solid'} size="lg">
          {t('site:page.home.signIn')}
        </LinkButton>
      )}
    </div>
  )
}
