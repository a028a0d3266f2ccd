import { escapeHtml } from '../../../shared/contract.ts'
import { inkOn } from '../color.ts'

export interface Mail {
  to: string
  subject: string
  /** Paragraphs, plain text. */
  lines: readonly string[]
  /** The call to action. `url` must be on the installation's own origin. */
  action?: { label: string; url: string }
  /** Small text below the action. */
  footer?: string
  replyTo?: string
}

/** The installation's branding in emails. */
export interface MailBrand {
  name: string
  color: string
}

export const renderText = ({ lines, action, footer }: Mail, { name }: MailBrand): string =>
  [...lines, ...(action ? [`${action.label}:\n${action.url}`] : []), ...(footer ? [footer] : []), `--\n${name}`].join(
    '\n\n',
  )

/** Without it, mail programs that turn pages dark by themselves may leave dark text on a dark card. */
const darkStyles =
  '<style>@media (prefers-color-scheme:dark){.page{background:#101113!important;color:#e8e9eb!important}.card{background:#1b1c1f!important}.muted{color:#a3a7af!important}}</style>'

/** Uses tables and inline styles, which email clients support; no images and no remote content. */
export const renderHtml = ({ subject, lines, action, footer }: Mail, { name, color }: MailBrand): string => {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${inkOn(color)};font-weight:700;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#667085;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  return [
    '<!DOCTYPE html>',
    `<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>${darkStyles}</head>`,
    '<body class="page" style="margin:0;padding:24px;background:#f4f5f6;color:#1b2539;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">',
    '<table class="card" role="presentation" width="100%" style="max-width:560px;background:#ffffff;border-radius:12px" cellpadding="0" cellspacing="0"><tr><td style="padding:32px">',
    `<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(name)}</p>`,
    ...lines.map(paragraph),
    button,
    footer
      ? `<p class="muted" style="margin:0;font-size:13px;line-height:20px;color:#667085">${escapeHtml(footer)}</p>`
      : '',
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
