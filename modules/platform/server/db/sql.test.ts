import pg from 'pg'
import t from 'tap'
import { parseTime } from './sql.ts'

t.test('times are read as pg reads them, in every form that PostgreSQL writes', async (t) => {
  const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => unknown
  for (const text of [
    '2026-11-20 09:31:44+00',
    '2026-11-20 09:31:44.2+00',
    '2026-11-20 09:31:44.029+00',
    '2026-11-20 09:31:44.123456+00',
    '2026-11-20 09:31:44.999999+00',
    '2026-11-20 09:31:44.5+05:30',
    '2026-11-20 09:31:44-03',
    '0099-12-31 12:00:00+00',
    '0100-01-01 00:00:00.01+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-01-01 00:00:00+00',
    'infinity',
    '-infinity',
  ])
    t.same(parseTime(text), parse(text), text)
})
