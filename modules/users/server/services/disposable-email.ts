import { isDisposableEmailDomain } from 'disposable-email-domains-js'

/** Whether the domain of an email, or a domain above it, belongs to a known provider of disposable mail. */
export const isDisposable = (email: string): boolean => {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.slice(0, -1).some((_, at) => isDisposableEmailDomain(labels.slice(at).join('.')))
}
