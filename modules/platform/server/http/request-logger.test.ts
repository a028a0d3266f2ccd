import { Writable } from 'node:stream'
import fastify, { LogController } from 'fastify'
import { pino } from 'pino'
import t from 'tap'
import { RequestLogger } from './request-logger.ts'

t.test(
  'lines of a request contain its id, also those of a logger below; a request without lines creates no logger',
  async (t) => {
    const lines: Record<string, unknown>[] = []
    const out = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
        done()
      },
    })
    let created = 0
    const count = () => {
      created += 1
    }
    const log = pino({ level: 'trace', onChild: count }, out)
    const app = fastify({
      loggerInstance: log,
      genReqId: () => 'request-7',
      logController: new LogController({ disableRequestLogging: true }),
      childLoggerFactory: (parent, bindings, options) => new RequestLogger(parent, bindings, options),
    })
    t.teardown(() => app.close())
    app.get('/quiet', async () => 'nothing')
    app.get('/warnings', { logLevel: 'warn' }, async ({ log }) => log.level)
    app.get('/', async ({ log }) => {
      for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const)
        log[level](`a ${level}`)
      log.error({ err: new Error('lost') }, 'with fields')
      log.child({ part: 'upload' }).info('below')
      return log.level
    })
    t.equal((await app.inject('/')).body, 'trace')
    const own = lines.filter(({ msg }) => /^(a |with|below)/.test(String(msg)))
    t.strictSame(
      own.map(({ msg, reqId }) => `${msg} ${reqId}`),
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace']
        .map((level) => `a ${level} request-7`)
        .concat(['with fields request-7', 'below request-7']),
    )
    t.match(own.at(-2), { err: { message: 'lost' } })
    t.match(own.at(-1), { part: 'upload' })
    const before = created
    await app.inject('/quiet')
    t.equal(created, before)
    t.equal((await app.inject('/warnings')).body, 'warn')
  },
)
