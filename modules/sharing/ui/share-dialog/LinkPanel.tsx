import { ChartNoAxesColumn, QrCode, SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { CopyButton, TextField, useT } from '../../../web/ui.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import { AccessLog } from './AccessLog.tsx'
import { FoldableSection } from './FoldableSection.tsx'
import { LinkEmbed } from './LinkEmbed.tsx'
import { LinkSentence } from './LinkSentence.tsx'
import { LinkSettings } from './LinkSettings.tsx'
import { Recipients } from './Recipients.tsx'
import type { ShareSectionProps } from './section-props.ts'

type FoldName = 'settings' | 'embed' | 'log'

type LinkPanelProps = ShareSectionProps & { createLink: () => void }

/** One link: its URL to copy, who can open it, and its sections. */
export const LinkPanel = ({ createLink, ...props }: LinkPanelProps) => {
  const { attributes } = props.link
  const t = useT()
  const texts = useLinkTexts()
  const [open, setOpen] = useState<FoldName | null>(null)
  const people = useRef<HTMLDivElement>(null)
  const fold = (name: FoldName) => ({
    // i18n-keys: sharing:tab.settings, sharing:tab.embed, sharing:tab.log
    title: t(`sharing:tab.${name}`),
    open: open === name,
    onToggle: () => setOpen(open === name ? null : name),
  })
  // The menu that was closed returns the focus in a task of its own.
  const askForPeople = () => setTimeout(() => setTimeout(() => people.current?.querySelector('input')?.focus()))
  const used = [texts.opened(attributes), texts.downloads(attributes)].join(' · ')
  return (
    <>
      <div className="flex items-end gap-2">
        <TextField
          label={t('sharing:dialog.address')}
          hideLabel
          readOnly
          dir="ltr"
          value={attributes.link}
          onFocus={(event) => event.currentTarget.select()}
          className="grow"
        />
        <CopyButton text={attributes.link} variant="solid" data-copy-link data-autofocus>
          {t('sharing:dialog.copy')}
        </CopyButton>
      </div>
      <LinkSentence {...props} askForPeople={askForPeople} />
      <div ref={people} className="mt-4 border-t border-line pt-4">
        <Recipients {...props} />
      </div>
      <div className="mt-4 -mb-3 divide-y divide-line border-t border-line">
        <FoldableSection icon={SlidersHorizontal} {...fold('settings')} summary={attributes.label}>
          <LinkSettings {...props} createLink={createLink} />
        </FoldableSection>
        <FoldableSection icon={ChartNoAxesColumn} {...fold('log')} summary={used}>
          <p className="mb-1 text-13 text-muted tabular-nums">{used}</p>
          <AccessLog {...props} />
        </FoldableSection>
        <FoldableSection icon={QrCode} {...fold('embed')}>
          <LinkEmbed {...props} />
        </FoldableSection>
      </div>
    </>
  )
}
