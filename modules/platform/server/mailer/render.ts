import { directionOf, escapeHtml } from '../../../shared/contract.ts'
import type { JobPriority } from '../jobs/index.ts'
import { textColorOn } from '../text-color.ts'

export interface Mail {
  to: string
  /** The language of its texts. */
  locale: string
  subject: string
  /** Paragraphs, plain text. */
  lines: readonly string[]
  /** Plain texts below them that another person wrote, in any language, with empty lines between their paragraphs. */
  quoted?: readonly string[]
  /** The call to action. `url` must be on the installation's own origin. */
  action?: { label: string; url: string }
  /** Small text below the action. */
  footer?: string
  /** Ends such emails without a sign-in: `url` has a page for people, and takes the POST of mail programs (RFC 8058). */
  unsubscribe?: { label: string; url: string }
  replyTo?: string
  /** Thing that the email is about: the `onRejected` listener of this kind learns that the recipient was rejected. */
  about?: { kind: string; id: string }
  /** Attachment, made when the email is sent by the function that `provideAttachments` registered for its kind. */
  attachment?: { kind: string; id: string }
  /**
   * Who waits for the email: a person in front of a screen (default), a person whom another one wrote to (`notice`), or no
   * single person (`bulk`, emails of jobs to many). More urgent emails are sent first; `notice` and `bulk` are sent one at a
   * time.
   */
  urgency?: JobPriority
}

/** The logo of the installation, by a URL that needs no sign-in. */
export interface MailLogo {
  src: string
  /** px. */
  width: number
  height: number
  /** Made for dark backgrounds. */
  isDark: boolean
  /** A wide logo shows the name itself. */
  hasName: boolean
}

/** The installation's branding in emails. */
export interface MailBrand {
  name: string
  color: string
  logo: MailLogo | null
}

/** Forms without JavaScript send line breaks as CRLF. */
const paragraphsOf = (text: string): string[] =>
  text
    .trim()
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)

/** Labels stand on lines of their own: the space before a colon, and the colon itself, differ by language. */
export const renderText = (
  { lines, quoted = [], action, footer, unsubscribe }: Mail,
  { name }: Pick<MailBrand, 'name'>,
): string =>
  [
    ...lines,
    ...quoted.flatMap(paragraphsOf),
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...(footer ? [footer] : []),
    ...(unsubscribe ? [`${unsubscribe.label}\n${unsubscribe.url}`] : []),
    `--\n${name}`,
  ].join('\n\n')

/**
 * Includes dark colors: otherwise, mail programs that turn pages dark may leave dark text on a dark card. Phones get less
 * space around the text, as one long word can fill a line.
 */
const styles =
  '<style>@media (prefers-color-scheme:dark){.page{background:#101113!important;color:#e8e9eb!important}.card{background:#1b1c1f!important}.muted{color:#a3a7af!important}}@media (max-width:480px){.page{padding:8px!important}.content{padding:24px 20px!important}}</style>'
/** Breaks only words that are longer than a line, which would widen the card. */
const breakLong = 'word-break:break-word;overflow-wrap:anywhere'

const logoHeight = 36
const maxLogoWidth = 240

/**
 * The logo on a plate of the color it was made for, so that it is readable where a mail program turns the email dark; the
 * name appears where images are not loaded.
 */
const heading = ({ name, logo }: MailBrand): string => {
  const text = `margin:0 0 24px;font-size:18px;font-weight:700`
  if (!logo) return `<p style="${text}">${escapeHtml(name)}</p>`
  const scale = Math.min(logoHeight / logo.height, maxLogoWidth / logo.width)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  const colors = logo.isDark ? 'background:#1b1c1f;color:#e8e9eb' : 'background:#ffffff;color:#1b2539'
  const alt = logo.hasName ? escapeHtml(name) : ''
  const image = `<img src="${escapeHtml(logo.src)}" alt="${alt}" width="${width}" height="${height}" style="display:inline-block;padding:4px;border:0;border-radius:8px;vertical-align:middle;font-size:18px;font-weight:700;${colors}">`
  return `<p style="${text}">${image}${logo.hasName ? '' : `&nbsp; ${escapeHtml(name)}`}</p>`
}

/** Uses tables and inline styles, which email clients support; the logo is the only remote content, the same for everybody. */
export const renderHtml = (
  { locale, subject, lines, quoted = [], action, footer, unsubscribe }: Mail,
  brand: MailBrand,
): string => {
  const { color } = brand
  const direction = directionOf(locale)
  const start = direction === 'rtl' ? 'right' : 'left'
  const paragraph = (html: string, attributes = '') =>
    `<p${attributes} style="margin:0 0 16px;font-size:16px;line-height:24px;${breakLong}">${html}</p>`
  const small = (html: string) =>
    `<p class="muted" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#667085;${breakLong}">${html}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textColorOn(color)};font-weight:700;line-height:20px;text-decoration:none;${breakLong}">${escapeHtml(action.label)}</a></p>` +
      `<p class="muted" dir="ltr" style="margin:0 0 16px;text-align:${start};font-size:13px;line-height:20px;color:#667085;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  return [
    '<!DOCTYPE html>',
    `<html lang="${escapeHtml(locale)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>${styles}</head>`,
    '<body class="page" style="margin:0;padding:24px;background:#f4f5f6;color:#1b2539;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">',
    `<table class="card" dir="${direction}" role="presentation" width="100%" style="max-width:560px;background:#ffffff;border-radius:12px" cellpadding="0" cellspacing="0"><tr><td class="content" style="padding:32px">`,
    heading(brand),
    ...lines.map((line) => paragraph(escapeHtml(line))),
    ...quoted
      .flatMap(paragraphsOf)
      .map((text) => paragraph(escapeHtml(text).replaceAll('\n', '<br>'), ' lang="" dir="auto"')),
    button,
    footer ? small(escapeHtml(footer)) : '',
    unsubscribe
      ? small(
          `<a class="muted" href="${escapeHtml(unsubscribe.url)}" style="color:#667085">${escapeHtml(unsubscribe.label)}</a>`,
        )
      : '',
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
