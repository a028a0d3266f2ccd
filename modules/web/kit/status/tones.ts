export type Tone = 'neutral' | 'brand' | 'success' | 'danger' | 'warning' | 'info' | 'purple'

/** Tinted background with readable text, for badges and callouts. */
export const toneTints: Record<Tone, string> = {
  neutral: 'bg-n4 text-muted',
  brand: 'bg-brand-tint text-brand-text',
  success: 'bg-success-tint text-success-text',
  danger: 'bg-danger-tint text-danger-text',
  warning: 'bg-warning-tint text-warning-text',
  info: 'bg-info-tint text-info-text',
  purple: 'bg-purple-tint text-purple-text',
}
