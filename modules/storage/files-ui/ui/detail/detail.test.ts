import t from 'tap'
import { colorSpaceName, formatExposure, mapHref, placeText } from './photo-texts.ts'
import { formatDuration } from './useDuration.ts'

t.test('details: formats of exposure, color space, coordinates and duration', async (t) => {
  t.equal(formatExposure(0.004, 'en'), '1/250')
  t.equal(formatExposure(1 / 3, 'en'), '0.333')
  t.equal(formatExposure(30, 'de'), '30')
  t.equal(placeText(48.5, -9.25, 'en'), '48.5°, -9.25°')
  t.equal(mapHref(48.5, -9.25), 'https://www.openstreetmap.org/?mlat=48.5&mlon=-9.25#map=15/48.5/-9.25')
  t.same([1, 2, 65_535, null].map(colorSpaceName), ['sRGB', 'Adobe RGB', null, null])
  t.equal(formatDuration(65.2), '1:05')
  t.equal(formatDuration(3_723), '1:02:03')
})
