import { Globe, UsersRound } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Icon, Menu, useT } from '../../../web/ui.ts'
import type { UpdateShareLink } from '../../contract.ts'
import { type LinkAccess, linkAccessOf } from '../useLinkTexts.ts'
import { LinkExpiryControl } from './LinkExpiryControl.tsx'
import { LinkPasswordControl } from './LinkPasswordControl.tsx'
import { SentencePart } from './SentencePart.tsx'
import type { ShareSectionProps } from './section-props.ts'

const patches = {
  visitor: { permission: 'visitor', download: true },
  view: { permission: 'visitor', download: false },
  editor: { permission: 'editor', download: true },
} satisfies Partial<Record<LinkAccess, UpdateShareLink>>
const offered = { file: ['visitor', 'view'], folder: ['visitor', 'view', 'editor'] } as const

/** Who has which permission by the link, until when: one sentence, each part of it a control. */
export const LinkSentence = (props: ShareSectionProps & { askForPeople: () => void }) => {
  const { links, link, item, askForPeople } = props
  const t = useT()
  const { errors } = useSnapshot(links.state)
  const { id, attributes } = link
  const { require_email_code: invited } = attributes
  const access = linkAccessOf(attributes)

  const setInvited = async (on: boolean) => {
    if (on === invited) return
    if (on && link.relationships.recipients.length === 0) {
      links.setError('people', t('sharing:error.recipients-required'))
      askForPeople()
      return
    }
    await links.change(id, 'people', { require_email_code: on }, { require_email_code: on })
  }
  const error = errors.permission ?? errors.expiry
  return (
    <div className="mt-4 flex gap-2.5">
      <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-active text-muted">
        <Icon of={invited ? UsersRound : Globe} size={18} />
      </span>
      <div role="group" aria-label={t('sharing:dialog.sentence')} className="min-w-0 grow">
        <div className="-ms-1 flex flex-wrap items-center text-14 font-medium">
          <Menu
            label={t('sharing:who.label')}
            items={[
              {
                id: 'anyone',
                label: t('sharing:who.anyone'),
                checked: !invited,
                onSelect: () => setInvited(false),
              },
              {
                id: 'invited',
                label: t('sharing:who.invited'),
                checked: invited,
                onSelect: () => setInvited(true),
              },
            ]}
          >
            <SentencePart>{t(invited ? 'sharing:who.invited' : 'sharing:who.anyone')}</SentencePart>
          </Menu>
          <Menu
            label={t('sharing:access.label')}
            items={offered[item.type === 'folder' ? 'folder' : 'file'].map((value) => ({
              id: value,
              label: t(`sharing:state.${value}`),
              checked: access === value,
              onSelect: () => void links.change(id, 'permission', patches[value], patches[value]),
            }))}
          >
            <SentencePart>{t(`sharing:access.${access}`)}</SentencePart>
          </Menu>
        </div>
        <div className="-ms-1 flex flex-wrap items-center text-13 text-muted">
          <LinkExpiryControl {...props} />
          <span aria-hidden="true" className="phone:hidden">
            ·
          </span>
          <LinkPasswordControl {...props} />
        </div>
        {error && (
          <p role="alert" className="mt-1 text-13 text-danger-text">
            {error}
          </p>
        )}
        {invited && <p className="mt-1 px-0.5 text-13 text-pretty text-muted">{t('sharing:who.invitedHelp')}</p>}
      </div>
    </div>
  )
}
