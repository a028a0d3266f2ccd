import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../tests/support/folders.ts'
import { ConfigError, loadConfig } from './config.ts'

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: testFolder(t), ...env })

const errorFor = (env: Record<string, string>): string => {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return 'accepted'
}

t.test('API_RATE_LIMIT=0 alone or 0,0 is no limit', async (t) => {
  t.same(load({ API_RATE_LIMIT: '0' }).apiLimits, { user: 0, visitor: 0 })
  t.same(load({ API_RATE_LIMIT: '0,0' }).apiLimits, { user: 0, visitor: 0 })
  t.same(load({ API_RATE_LIMIT: '60, 12' }).apiLimits, { user: 60, visitor: 12 })
  t.same(load({ API_RATE_LIMIT: '' }).apiLimits, { user: 600, visitor: 120 }, 'empty counts as unset')
})

t.test('APP_URL of the environment wins over that of DATA_DIR/.env, which is known', async (t) => {
  const dataDir = testFolder(t)
  writeFileSync(join(dataDir, '.env'), 'APP_URL=https://files.example.org', { mode: 0o600 })
  const of = (APP_URL: string) => loadConfig({ DATA_DIR: dataDir, APP_URL })
  t.match(of('https://new.example.org'), { appUrl: 'https://new.example.org', isAppUrlOverridden: true })
  for (const same of ['https://files.example.org/', '']) t.match(of(same), { isAppUrlOverridden: false })
})

t.test('an invalid variable stops the start with a one-line message that names it', async (t) => {
  const invalidValues: [string, ...string[]][] = [
    ['API_RATE_LIMIT', '600', '600,', ',120', '600,120,5', '-1,5', '1e3,5', 'off', '0x10,5'],
    ['PORT', 'http', '65536', '-1', '0x50', '80.5', '1e3'],
    ['METRICS_PORT', 'http', '65536', '3000'],
    ['HOST', 'not a host', '127.0.0.1:80', 'http://localhost', '-'],
    ['TRUSTED_PROXIES', 'proxy', '10.0.0.0/33', '10.0.0', '127.0.0.1;10.0.0.1', '::1/129', '10.0.0.0/8/8', '10.0.0.0/'],
    ['EGRESS_ALLOW', 'intranet', 'intranet:0', 'intranet:65536', 'http://intranet:80', 'a b:80'],
    ['LOG_LEVEL', 'verbose', '30', 'INFO'],
    ['WORKERS', '0', '-1', 'two', '1.5', '100'],
    ['MAIL_URL', 'mail.example.org', 'http://mail.example.org', 'smtp//mail', 'mail.example.org:25'],
    ['DATABASE_URL', 'mysql://localhost/coffer', 'localhost:5432', 'coffer'],
    ['APP_URL', 'files.example.org', 'https://example.org/files', 'ftp://example.org', 'https://a:b@example.org'],
    ['CONTENT_URL', 'files.example.org', 'https://example.org/?a=b'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'grpc://collector'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', '-1', 'all'],
    ['X_ACCEL_REDIRECT', 'coffer-content', '/coffer content', '/', '/api/x', '/file', '/a/../b'],
    ['BLOB_URL', 's3://host/bucket', 's3://key:secret@host', 's3://key:secret@host/b?x=1', 'https://key:secret@host/b'],
  ]
  for (const [name, ...values] of invalidValues)
    for (const value of values) {
      const message = errorFor({ [name]: value })
      t.match(message, new RegExp(`^${name} [^\n]+$`), value)
      t.notMatch(message, /secret/)
    }
})

t.test('config: valid values are used, and empty ones count as unset', async (t) => {
  t.match(
    load({
      PORT: '0',
      HOST: '::',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8,192.168.1.1',
      EGRESS_ALLOW: 'Intranet:8080,[::1]:80',
      GOOGLE_OAUTH_BASE: 'http://sandbox.example.org:8080',
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
      MAIL_URL: 'smtps://user:pass@mail.example.org:465?pool=false',
      DATABASE_URL: 'postgresql://coffer@localhost/coffer',
      APP_URL: 'https://files.example.org/',
    }),
    {
      port: 0,
      host: '::',
      trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8', '192.168.1.1'],
      egressAllow: ['intranet:8080', '[::1]:80'],
      oauthBases: { google: 'http://sandbox.example.org:8080', github: null, facebook: null },
      paymentBases: { stripe: 'http://127.0.0.1:12111', paypal: null, paystack: null },
      mailUrl: 'smtps://user:pass@mail.example.org:465?pool=false',
      databaseUrl: 'postgresql://coffer@localhost/coffer',
      appUrl: 'https://files.example.org',
    },
  )
  t.match(load({ PORT: '0', METRICS_PORT: '0' }), { port: 0, metricsPort: 0 }, 'two free ports')
  const empty = { PORT: '', HOST: ' ', MAIL_URL: '', LOG_LEVEL: '', TRUSTED_PROXIES: '', WORKERS: '', BLOB_URL: '' }
  t.match(load(empty), { port: 3000, host: '127.0.0.1', mailUrl: null, logLevel: 'info', workers: 1 })
})

t.test('the generated key is a line of its own, also after a last line without an end', async (t) => {
  const dataDir = testFolder(t)
  writeFileSync(join(dataDir, '.env'), 'APP_URL=https://files.example.org', { mode: 0o600 })
  const first = loadConfig({ DATA_DIR: dataDir })
  const next = loadConfig({ DATA_DIR: dataDir })
  t.equal(next.appUrl, 'https://files.example.org')
  t.same(next.appKey, first.appKey)
  t.match(readFileSync(join(dataDir, '.env'), 'utf8'), /^APP_URL=https:\/\/files.example.org\nAPP_KEY=[\w-]{43}\n$/)
})
