import { reload } from 'vike/client/router'
import { FormError, requiredCheck, useConfirmed, useForm } from '../../../users/ui.ts'
import { Button, Card, call, Select, TextField, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { type ServerFacts, setMailServer, testEmail } from '../../contract.ts'

const encryptions = ['tls', 'ssl', ''] as const
const portCheck = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'admin:mailServer.port.invalid'

/** The mail server: tested by a real email before it is saved. MAIL_URL of the environment overrides it. */
export const MailServerCard = ({ facts }: { facts: ServerFacts }) => {
  const t = useT()
  const { user } = usePageContext()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const save = async (body: Parameters<typeof call<typeof setMailServer>>[1]) => {
    const done = await confirmed(() => call(setMailServer, body))
    if (!done) return
    feedback.toast({ kind: 'success', text: done.message })
    await reload()
  }
  const form = useForm(
    { host: requiredCheck, port: portCheck },
    async ({ host = '', port = '', username, password, encryption }) => {
      const kind = encryptions.find((known) => known === encryption) ?? 'tls'
      await save({
        body: {
          mailDriver: 'smtp',
          smtp: {
            host: host.trim(),
            port: Number(port),
            encryption: kind,
            ...(username ? { username } : {}),
            ...(password ? { password } : {}),
          },
        },
      })
    },
  )
  const test = async () => {
    try {
      feedback.toast({ kind: 'success', text: (await call(testEmail)).message })
    } catch (error) {
      feedback.toast({ kind: 'danger', text: (error as Error).message })
    }
  }
  const overridden = facts.environment.MAIL_URL
  const server = overridden ?? facts.mailServer
  return (
    <Card
      title={t('admin:mailServer.title')}
      text={
        overridden
          ? t('admin:mailServer.overridden', { name: 'MAIL_URL', url: overridden })
          : server
            ? t('admin:mailServer.current', { url: server })
            : t('admin:mailServer.none')
      }
      actions={
        server && (
          <Button onClick={() => void test()}>{t('admin:mailServer.test', { email: user?.email ?? '' })}</Button>
        )
      }
    >
      {!overridden && (
        <form {...form.formProps} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="host"
              autoComplete="off"
              required
              label={t('admin:mailServer.host')}
              error={form.errors.host}
            />
            <TextField
              name="port"
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue="587"
              label={t('admin:mailServer.port.label')}
              error={form.errors.port}
            />
            <TextField name="username" autoComplete="off" label={t('admin:mailServer.username')} />
            <TextField name="password" type="password" autoComplete="off" label={t('admin:mailServer.password')} />
            <Select
              name="encryption"
              label={t('admin:mailServer.encryption.label')}
              defaultValue="tls"
              options={encryptions.map((value) => ({
                value,
                label: t(`admin:mailServer.encryption.${value || 'none'}`),
              }))}
            />
          </div>
          <FormError error={form.formError} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="solid" loading={form.busy}>
              {t('admin:mailServer.save')}
            </Button>
            {server && (
              <Button onClick={() => void save({ body: { mailDriver: 'log' } })}>{t('admin:mailServer.remove')}</Button>
            )}
          </div>
        </form>
      )}
    </Card>
  )
}
