import t from 'tap'
import { FolderNames, portableName } from './entry-names.ts'

t.test('A23 A36 A37 entry names: every system can unpack them', async (t) => {
  const cases: [string, string][] = [
    ['photo.jpg', 'photo.jpg'],
    ['a..b', 'a..b'],
    ['..', '__'],
    ['.', '_'],
    ['.env', '.env'],
    ['', '_'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['..\\x', '.._x'],
    ['/etc/x', '_etc_x'],
    ['C:\\x', 'C__x'],
    ['x\0.png', 'x_.png'],
    ['CON', 'CON_'],
    ['con.txt', 'con_.txt'],
    ['NUL.tar.gz', 'NUL_.tar.gz'],
    ['COM1', 'COM1_'],
    ['lpt¹.x', 'lpt¹_.x'],
    ['console', 'console'],
    ['aux ', 'aux_'],
    ['a:b*?"<>|', 'a_b______'],
    ['trailing. .', 'trailing___'],
    ['Ünï 👋', 'Ünï 👋'],
    ['\u202egpj.exe', '_gpj.exe'],
    ['a\u061cb', 'a_b'],
    ['\ud800', '\ufffd'],
  ]
  for (const [given, safe] of cases) t.equal(portableName(given), safe, JSON.stringify(given))
})

t.test('A37 entry names: unique within a folder when case is ignored', async (t) => {
  const names = new FolderNames()
  const given = ['a.txt', 'A.TXT', 'a (1).txt', 'a.txt', 'Straße', 'STRASSE', 'ﬁ', 'FI', 'É', 'e\u0301']
  const taken = given.map((name) => names.take(name))
  t.same(taken, [
    'a.txt',
    'A (1).TXT',
    'a (1) (1).txt',
    'a (2).txt',
    'Straße',
    'STRASSE (1)',
    'ﬁ',
    'FI (1)',
    'É',
    'e\u0301 (1)',
  ])
  const many = new FolderNames()
  const all = new Set(Array.from({ length: 20_000 }, () => many.take('same.txt')))
  t.equal(all.size, 20_000)
})
