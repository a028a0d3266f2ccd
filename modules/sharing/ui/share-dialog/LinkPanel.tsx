import { ChartNoAxesColumn, QrCode, SlidersHorizontal, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Badge, CopyButton, SegmentedControl, TextField, useT } from '../../../web/ui.ts'
import type { ShareLink } from '../../contract.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import { AccessLog } from './AccessLog.tsx'
import { Embed } from './Embed.tsx'
import { Options } from './Options.tsx'
import { Recipients } from './Recipients.tsx'
import type { SectionProps } from './section-props.ts'

const tabs = { options: SlidersHorizontal, people: UsersRound, embed: QrCode, log: ChartNoAxesColumn } as const
type Tab = keyof typeof tabs

/** One link: its URL to copy, its badges, and its sections. */
export const LinkPanel = (props: SectionProps) => {
  const { link } = props.link.attributes
  const t = useT()
  const [tab, setTab] = useState<Tab>('options')
  return (
    <>
      <div className="flex items-end gap-2">
        <TextField
          label={t('sharing:dialog.address')}
          hideLabel
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="grow"
        />
        <CopyButton text={link} variant="solid" data-copy-link data-autofocus>
          {t('sharing:dialog.copy')}
        </CopyButton>
      </div>
      <Details link={props.link} />
      <SegmentedControl
        label={t('sharing:dialog.parts')}
        wide
        className="mt-4"
        value={tab}
        onValue={(next) => setTab(next as Tab)}
        options={(Object.keys(tabs) as Tab[]).map((value) => ({
          value,
          // i18n-keys: sharing:tab.options, sharing:tab.people, sharing:tab.embed, sharing:tab.log
          label: t(`sharing:tab.${value}`),
        }))}
      />
      <section aria-label={t(`sharing:tab.${tab}`)} className="mt-4">
        {tab === 'options' && <Options {...props} />}
        {tab === 'people' && <Recipients {...props} />}
        {tab === 'embed' && <Embed {...props} />}
        {tab === 'log' && <AccessLog {...props} />}
      </section>
    </>
  )
}

/** Who can open the link, and how often that was done. */
const Details = ({ link: { attributes } }: { link: ShareLink }) => {
  const t = useT()
  const texts = useLinkTexts()
  const { expires_at } = attributes
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-1.5">
      <Badge tone={attributes.permission === 'editor' ? 'info' : 'neutral'}>{texts.permission(attributes)}</Badge>
      {attributes.protected && <Badge>{t('sharing:state.password')}</Badge>}
      {attributes.require_email_code && <Badge>{t('sharing:state.people')}</Badge>}
      {expires_at && <Badge tone="warning">{texts.end(attributes)}</Badge>}
      <Badge>{texts.opened(attributes)}</Badge>
      <Badge>{texts.downloads(attributes)}</Badge>
    </p>
  )
}
