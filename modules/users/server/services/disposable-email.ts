import { isDisposableEmailDomain } from 'disposable-email-domains-js'

/** True when the email's domain, or a parent domain, belongs to a known provider of disposable mail. */
export const isDisposable = (email: string): boolean => {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.slice(0, -1).some((_, index) => isDisposableEmailDomain(labels.slice(index).join('.')))
}
