import type { IncomingHttpHeaders } from 'node:http'

/**
 * User agents of fetchers of links for a messenger or a search index; not tools that people download with, such as curl.
 * The fetchers' own names, not the apps' names: browsers inside apps append the app's name to a browser's user agent
 * (`Telegram-Android/11.2.1`, `Viber/12.1`, `Slack_SSB/3.3.3`, `WA4A/2.26` of WhatsApp). Viber's fetcher sends the name
 * alone. CUBOT makes phones.
 */
const previewBot =
  /(?<!\bcu)bot\b|crawler|spider|externalhit|whatsapp\/|^viber|slack-imgproxy|previewer|preview\b|embedly|iframely|vkshare/i

/** Prefetches and preview bots are not visits: they are not logged and get no counted download. */
export const isBotOrPrefetch = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`) ||
  previewBot.test(headers['user-agent'] ?? '')
