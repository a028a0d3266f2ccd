import { Download } from 'lucide-react'
import { Callout, CopyField, LinkButton, Skeleton, useLoad, useT } from '../../../web/ui.ts'
import { shareLinksApi } from '../../client/share-links.api.ts'
import { embedCode } from '../../contract.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'
import type { ShareSectionProps } from './section-props.ts'

/** QR code, direct download link and embed code. */
export const LinkEmbed = ({ link: { attributes }, item }: ShareSectionProps) => {
  const t = useT()
  const { link, token } = attributes
  // Another URL of the link has another code.
  const { data: svg, error, reload } = useLoad(() => shareLinksApi.qr(token), [token, link])
  const qrImage = svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
  const isUnlocked = !attributes.protected && !attributes.require_email_code
  const open = isUnlocked && attributes.download
  // Pages of other links may not be framed (share-page-access.ts).
  const isFrameable = isUnlocked && attributes.permission === 'visitor'
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-4">
        {qrImage ? (
          <img
            src={qrImage}
            alt={t('sharing:embed.qr')}
            className="size-36 rounded-md border border-line bg-white p-1"
          />
        ) : error !== null ? (
          <ShareLoadFailed onRetry={reload} />
        ) : (
          <Skeleton shape="card" className="size-36" />
        )}
        <div className="min-w-40 grow basis-0">
          <p className="text-body font-medium">{t('sharing:embed.qr')}</p>
          <p className="mb-2 text-small text-pretty text-muted">{t('sharing:embed.qrHelp')}</p>
          {qrImage && (
            <LinkButton size="sm" icon={Download} href={qrImage} download={`${item.attributes.name}.svg`}>
              {t('sharing:embed.qrSave')}
            </LinkButton>
          )}
        </div>
      </div>
      {item.type === 'file' &&
        (open ? (
          <CopyField label={t('sharing:embed.direct')} help={t('sharing:embed.directHelp')} value={`${link}/direct`} />
        ) : (
          <Callout>{t('sharing:embed.directLocked')}</Callout>
        ))}
      {isFrameable ? (
        <CopyField label={t('sharing:embed.code')} help={t('sharing:embed.codeHelp')} value={embedCode(link)} />
      ) : (
        <Callout>{t('sharing:embed.codeLocked')}</Callout>
      )}
    </div>
  )
}
