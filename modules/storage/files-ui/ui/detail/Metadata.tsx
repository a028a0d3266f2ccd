import { formatDateTime, formatNumber, usePageContext, useT } from '../../../../web/ui.ts'
import type { Exif, Item } from '../../../tree/contract.ts'
import { DetailRow } from './DetailRow.tsx'
import { colorSpaceName, formatExposure, mapHref, placeText } from './photo-texts.ts'
import { useDuration } from './useDuration.ts'

/** Duration of a recording, EXIF data of a photo. */
export const Metadata = ({ item, exif }: { item: Item; exif: Exif | null }) => {
  const duration = useDuration(item)
  const t = useT()
  return (
    <>
      {duration !== null && <DetailRow label={t('storage:detail.duration')}>{duration}</DetailRow>}
      {exif && <Photo {...exif.attributes} />}
    </>
  )
}

const Photo = (photo: Exif['attributes']) => {
  const t = useT()
  const { locale } = usePageContext()
  const number = (value: number) => formatNumber(value, locale)
  const { width, height, latitude, longitude } = photo
  const colorSpace = colorSpaceName(photo.color_space)
  const camera = photo.model?.startsWith(photo.camera ?? '\0')
    ? photo.model
    : [photo.camera, photo.model].filter(Boolean).join(' ')
  const settings = [
    photo.aperture_f_number !== null && `ƒ/${number(photo.aperture_f_number)}`,
    photo.exposure_time !== null &&
      t('storage:detail.seconds', { number: formatExposure(photo.exposure_time, locale) }),
    photo.focal_length !== null && t('storage:detail.millimetres', { number: number(photo.focal_length) }),
    photo.iso !== null && t('storage:detail.iso', { number: `${photo.iso}` }),
  ].filter(Boolean)
  return (
    <>
      {width !== null && height !== null && (
        <DetailRow label={t('storage:detail.dimensions')}>
          {number(width)} × {number(height)}
        </DetailRow>
      )}
      {colorSpace && <DetailRow label={t('storage:detail.colorSpace')}>{colorSpace}</DetailRow>}
      {photo.date_time_original && (
        // Local time of the camera, without a zone.
        <DetailRow label={t('storage:detail.taken')}>
          {formatDateTime(`${photo.date_time_original}Z`, locale, 'UTC')}
        </DetailRow>
      )}
      {camera && <DetailRow label={t('storage:detail.camera')}>{camera}</DetailRow>}
      {photo.lens && <DetailRow label={t('storage:detail.lens')}>{photo.lens}</DetailRow>}
      {settings.length > 0 && <DetailRow label={t('storage:detail.exposure')}>{settings.join(' · ')}</DetailRow>}
      {photo.artist && <DetailRow label={t('storage:detail.artist')}>{photo.artist}</DetailRow>}
      {latitude !== null && longitude !== null && (
        <DetailRow label={t('storage:detail.coordinates')}>
          {placeText(latitude, longitude, locale)}
          <a
            href={mapHref(latitude, longitude)}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-0.5 block text-13 text-brand-text hover:underline"
          >
            {t('storage:detail.map')}
          </a>
        </DetailRow>
      )}
    </>
  )
}
